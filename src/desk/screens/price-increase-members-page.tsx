import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { priceText } from '#shared/money.ts'
import { fieldsAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskIncreaseMembers, viewDeskPriceIncrease } from '../price-increase-endpoints.ts'
import type { DeskIncreaseMember } from '../price-increase-endpoints.ts'
import { increaseRowKinds, rowKindTexts } from '../rules/price-increase.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Moment, dayText } from './parts/times.tsx'
import { increaseTitle } from './price-increase-form.ts'

const Query = z.object({
  state: z.enum(increaseRowKinds).catch('waiting'),
  late: z.literal('yes').optional().catch(undefined),
  after: z.string().optional(),
})

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const id = params['id'] ?? ''
  const query = fieldsAs(Query, Object.fromEntries(new URL(request.url).searchParams))
  const [{ parts }, listed] = await Promise.all([
    call(viewDeskPriceIncrease, { id }),
    call(listDeskIncreaseMembers, { id, ...query }),
  ])
  return { title: rowKindTexts[query.state], id, name: increaseTitle(parts), query, ...listed }
}

const columns: readonly Column<DeskIncreaseMember>[] = [
  {
    name: 'Member',
    cell: ({ subscription_id: id, name }) => (
      <a href={`/desk/subscriptions/${id}`}>{name ?? `Subscription ${id.slice(0, 8)}`}</a>
    ),
    isShort: true,
  },
  {
    name: 'Plan',
    cell: ({ plan_code: code, quantity }) => `${quantity} × ${code}`,
    isQuiet: true,
    isWide: true,
  },
  { name: 'Price now', cell: ({ price, currency }) => priceText(price, currency), isFigure: true },
  { name: 'New price', cell: ({ new_price: price, currency }) => priceText(price, currency), isFigure: true },
  {
    name: 'Notified',
    cell: ({ notified_at: at }) => (at === null ? '—' : <Moment at={at} />),
    isQuiet: true,
    isWide: true,
  },
  {
    name: 'First order at it',
    cell: ({ from_on: on, is_late: isLate }) =>
      on === null ? '—' : `${dayText(on)}${isLate ? ', one order later' : ''}`,
  },
  {
    name: 'Next order',
    cell: ({ next_order_on: on }) => (on === null ? '—' : dayText(on)),
    isQuiet: true,
    isWide: true,
  },
]

/** The subscriptions behind a number of a price increase. */
const PriceIncreaseMembersPage = () => {
  const { id, name, query, members, older, title } = useLoaderData<typeof loader>()
  const address = `/desk/price-increases/${id}/members?state=${query.state}${query.late ? '&late=yes' : ''}`
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/price-increases">Price increases</a> /{' '}
            <a href={`/desk/price-increases/${id}`}>{name}</a>
          </>
        }
        title={title}
        sub={query.late ? 'Only those whose first order came too early for a notice in time.' : undefined}
      />
      {members.length === 0 ? (
        <EmptyList title="No subscription is in this state now." />
      ) : (
        <DataTable
          label={title}
          rows={members}
          keyOf={(one) => `${one.subscription_id} ${one.new_price}`}
          columns={columns}
        />
      )}
      <TableFoot
        newer={query.after === undefined ? null : address}
        older={older === null ? null : `${address}&after=${older}`}
      >
        {members.length} listed
      </TableFoot>
    </>
  )
}

export default PriceIncreaseMembersPage

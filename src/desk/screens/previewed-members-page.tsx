import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { fieldsAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listPreviewedMembers } from '../price-increase-endpoints.ts'
import type { previewKinds } from '../price-increase-endpoints.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { dayText } from './parts/times.tsx'

const titles: Readonly<Record<(typeof previewKinds)[number], string>> = {
  affected: 'Would pay the new price',
  late: 'Too late for their first order',
  'pays-as-much': 'Pay as much or more already',
  'no-order': 'Have no order to come',
  'no-address': 'Have lost their address',
}

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const sent = fieldsAs(listPreviewedMembers.payload, Object.fromEntries(query))
  const listed = await context.get(shopContext).call(listPreviewedMembers, sent)
  query.delete('after')
  return { title: titles[sent.kind], requested: sent, address: `?${query.toString()}`, ...listed }
}

type Member = ReplyOf<typeof listPreviewedMembers>['members'][number]

const columns: readonly Column<Member>[] = [
  {
    name: 'Member',
    cell: ({ subscription_id: id, name }) => (
      <a href={`/desk/subscriptions/${id}`}>{name ?? `Subscription ${id.slice(0, 8)}`}</a>
    ),
    isShort: true,
  },
  { name: 'Units', cell: ({ quantity }) => quantity, isFigure: true },
  { name: 'Price now', cell: ({ price, currency }) => priceText(price, currency), isFigure: true },
  { name: 'Notice on', cell: ({ notice_on: on }) => (on === null ? '—' : dayText(on)), isWide: true },
  {
    name: 'New price from',
    cell: ({ from_on: on, is_late: isLate }) =>
      on === null ? 'never' : `${dayText(on)}${isLate ? ', one order later' : ''}`,
    fills: true,
  },
]

/** The subscriptions behind a number of a preview. */
const PreviewedMembersPage = () => {
  const { title, requested, address, members, older } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/price-increases">Price increases</a> / <a href="/desk/price-increases/new">New</a>
          </>
        }
        title={title}
        sub={`${requested.plan_code} at ${priceText(requested.price, requested.currency)} for orders from ${dayText(requested.effective_on)} on, if it were scheduled today.`}
      />
      {members.length === 0 ? (
        <EmptyList title="No subscription." />
      ) : (
        <DataTable label={title} rows={members} keyOf={(one) => one.subscription_id} columns={columns} />
      )}
      <TableFoot
        newer={requested.after === undefined ? null : address}
        older={older === null ? null : `${address}&after=${older}`}
      >
        {members.length} listed
      </TableFoot>
    </>
  )
}

export default PreviewedMembersPage

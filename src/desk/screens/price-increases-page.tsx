import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskPriceIncreases } from '../price-increase-endpoints.ts'
import type { DeskPriceIncrease } from '../price-increase-endpoints.ts'
import { increaseMarks } from '../rules/price-increase.ts'
import type { IncreaseRowKind } from '../rules/price-increase.ts'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { dayText } from './parts/times.tsx'
import { countText, increaseTitle, pricesText } from './price-increase-form.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const listed = await call(listDeskPriceIncreases, { before })
  const mayAsk = actor.kind === 'staff' && allows(actor.role, 'price-increases:ask')
  return { title: 'Price increases', isFirst: before === undefined, mayAsk, ...listed }
}

const figure = (
  name: string,
  kind: IncreaseRowKind,
  of: (one: DeskPriceIncrease) => number,
): Column<DeskPriceIncrease> => ({
  name,
  cell: (one) =>
    of(one) === 0 || !one.is_scheduled ? (
      countText(of(one))
    ) : (
      <a
        href={`/desk/price-increases/${one.id}/members?state=${kind}`}
        aria-label={`${name}: ${of(one)} of ${increaseTitle(one.parts)}`}
      >
        {countText(of(one))}
      </a>
    ),
  isFigure: true,
  isWide: true,
})

const columns: readonly Column<DeskPriceIncrease>[] = [
  {
    name: 'Plan',
    cell: (one) => <a href={`/desk/price-increases/${one.id}`}>{increaseTitle(one.parts)}</a>,
    wraps: true,
  },
  { name: 'New price', cell: ({ parts }) => pricesText(parts) },
  { name: 'From', cell: ({ effective_on: on }) => dayText(on), isQuiet: true, isWide: true },
  figure('Affected', 'affected', ({ affected }) => affected),
  figure('Notified', 'sent', ({ sent }) => sent),
  figure('Charged', 'charged', ({ charged }) => charged),
  { name: 'State', cell: ({ state }) => <StateMark mark={increaseMarks[state]} /> },
]

/** Every price increase with its state, the newest first. */
const PriceIncreasesPage = () => {
  const { increases, older, isFirst, mayAsk } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/catalogue">Catalogue</a>}
        title="Price increases"
        sub="Higher prices for the orders of existing subscriptions. New buyers pay the price of the catalogue."
        actions={
          mayAsk ? (
            <ActionLink kind="primary" href="/desk/price-increases/new">
              New price increase
            </ActionLink>
          ) : undefined
        }
      />
      {increases.length === 0 ? (
        <EmptyList title="No price increase was ever scheduled." />
      ) : (
        <DataTable label="Price increases" rows={increases} keyOf={({ id }) => id} columns={columns} />
      )}
      <TableFoot
        newer={isFirst ? null : '/desk/price-increases'}
        older={older === null ? null : `/desk/price-increases?before=${older}`}
      >
        {increases.length} listed
      </TableFoot>
    </>
  )
}

export default PriceIncreasesPage

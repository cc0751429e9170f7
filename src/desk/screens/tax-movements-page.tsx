import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskTaxMovements } from '../finance-endpoints.ts'
import { factText, placeText } from '../rules/finance-filter.ts'
import { requestedTaxes, FinanceHead, OrderLink, queryOf, wordsIn } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { dayText, monthText } from './parts/times.tsx'

export const loader = async ({ context, request, params }: LoaderFunctionArgs) => {
  const requested = requestedTaxes(params['month'], wordsIn(request))
  const list = await context.get(shopContext).call(listDeskTaxMovements, requested)
  return { title: `Tax of ${requested.month}`, ...list, requested }
}

type Movement = ReplyOf<typeof listDeskTaxMovements>['movements'][number]

const columns: readonly Column<Movement>[] = [
  { name: 'Day', cell: ({ posted_on: on }) => dayText(on) },
  { name: 'What', cell: ({ fact }) => factText(fact) },
  { name: 'Order', cell: ({ order_number: number }) => <OrderLink number={number} /> },
  { name: 'Place', cell: ({ place }) => placeText(place), isQuiet: true, isWide: true, fills: true },
  { name: 'Tax', cell: ({ amount, currency }) => priceText(amount, currency), isFigure: true },
]

/** What the tax of a place in a month is made of: orders add to it, and refunds take it back. */
const TaxMovementsPage = () => {
  const { movements, older, requested } = useLoaderData<typeof loader>()
  const { month, place, currency } = requested
  const address = `/desk/finance/taxes/${month}`
  const words = { place, currency }
  return (
    <>
      <FinanceHead
        at="Tax"
        title={`Tax of ${[place, monthText(month)].filter(Boolean).join(', ')}`}
        crumb={<a href={`/desk/finance/taxes?month=${month}`}>Tax of {monthText(month)}</a>}
        actions={<ActionLink href={`${address}/movements.csv${queryOf(words)}`}>Export CSV</ActionLink>}
      />
      {movements.length === 0 ? (
        <EmptyList title="No tax was posted like this." />
      ) : (
        <DataTable label="Movements of tax" rows={movements} keyOf={({ id }) => id} columns={columns} />
      )}
      <TableFoot
        newer={requested.after === undefined ? null : `${address}${queryOf(words)}`}
        older={older === null ? null : `${address}${queryOf({ ...words, after: older })}`}
      >
        {movements.length} shown.
      </TableFoot>
    </>
  )
}

export default TaxMovementsPage

import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskPayouts } from '../finance-endpoints.ts'
import type { DeskPayout } from '../finance-endpoints.ts'
import { payoutMarks } from '../rules/finance-filter.ts'
import { FinanceHead, queryOf, wordsIn } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { StateMark } from './parts/mark.tsx'
import { dayText } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const after = wordsIn(request)('after')
  return { title: 'Payouts', ...(await context.get(shopContext).call(listDeskPayouts, { after })), after }
}

const columns: readonly Column<DeskPayout>[] = [
  {
    name: 'Day',
    cell: ({ id, created_at: at }) => <a href={`/desk/finance/payouts/${id}`}>{dayText(at)}</a>,
  },
  { name: 'State', cell: ({ state }) => <StateMark mark={payoutMarks[state]} /> },
  { name: 'Name at the processor', cell: ({ name }) => name, isQuiet: true, isWide: true, fills: true },
  {
    name: 'Fees',
    cell: ({ fees, currency }) => (fees === null ? '—' : priceText(fees, currency)),
    isFigure: true,
    isQuiet: true,
  },
  { name: 'Paid out', cell: ({ amount, currency }) => priceText(amount, currency), isFigure: true },
]

interface PayoutTableProps {
  readonly payouts: readonly DeskPayout[]
  readonly isInside?: boolean
  /** Without the processor's name and fees, in a narrow column. */
  readonly isShort?: boolean
}

export const PayoutTable = ({ payouts, isInside = false, isShort = false }: PayoutTableProps) => (
  <DataTable
    label="Payouts to the bank"
    isInside={isInside}
    rows={payouts}
    keyOf={({ id }) => id}
    columns={isShort ? columns.filter(({ isQuiet }) => !isQuiet) : columns}
  />
)

/** What the processor paid to the bank, and what it kept of it. */
const PayoutsPage = () => {
  const { payouts, older, after } = useLoaderData<typeof loader>()
  return (
    <>
      <FinanceHead
        at="Payouts"
        title="Payouts"
        sub="Each one opens the charges, refunds, fees and disputes that make it up."
        actions={<ActionLink href="/desk/finance/payouts.csv">Export CSV</ActionLink>}
      />
      {payouts.length === 0 ? (
        <EmptyList title="Nothing was paid out yet." />
      ) : (
        <PayoutTable payouts={payouts} />
      )}
      <TableFoot
        newer={after === undefined ? null : '/desk/finance/payouts'}
        older={older === null ? null : `/desk/finance/payouts${queryOf({ after: older })}`}
      >
        {payouts.length} shown.
      </TableFoot>
    </>
  )
}

export default PayoutsPage

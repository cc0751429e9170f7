import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { priceText } from '#shared/money.ts'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskDisputes } from '../finance-endpoints.ts'
import type { DeskDispute } from '../finance-endpoints.ts'
import { factText } from '../rules/finance-filter.ts'
import { requestedDisputes, FinanceHead, queryOf, wordsIn } from './finance-frame.tsx'
import { ActionLink } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { Views } from './parts/desk-head.tsx'
import { Moment, dayText } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const requested = requestedDisputes(wordsIn(request))
  const list = await call(listDeskDisputes, requested)
  return {
    title: 'Disputes',
    ...list,
    requested,
    mayAnswer: actor.kind === 'staff' && allows(actor.role, 'disputes'),
  }
}

/** The order opens the dispute for who may answer it, and the order for the others. */
const columnsOf = (mayAnswer: boolean): readonly Column<DeskDispute>[] => [
  {
    name: 'Order',
    cell: ({ order_number: number }) => (
      <a href={`/desk/orders/${encodeURIComponent(number)}${mayAnswer ? '/dispute' : ''}`}>{number}</a>
    ),
  },
  { name: 'State', cell: ({ state }) => factText(state) },
  { name: 'Reason', cell: ({ reason }) => factText(reason), isQuiet: true, isWide: true, fills: true },
  { name: 'Opened', cell: ({ opened_at: at }) => dayText(at), isQuiet: true, isWide: true },
  {
    name: 'Evidence due',
    cell: ({ evidence_due_at: at, closed_at: closed }) =>
      at === null || closed !== null ? '—' : <Moment at={at} />,
    isWide: true,
  },
  {
    name: 'Fees',
    cell: ({ fees, moved_currency: currency }) => priceText(fees, currency),
    isFigure: true,
    isWide: true,
  },
  {
    name: 'Lost',
    cell: ({ lost, moved_currency: currency }) => priceText(lost, currency),
    isFigure: true,
    isWide: true,
  },
  { name: 'Amount', cell: ({ amount, currency }) => priceText(amount, currency), isFigure: true },
]

interface DisputeTableProps {
  readonly disputes: readonly DeskDispute[]
  readonly mayAnswer: boolean
  /** Only what fits in a narrow column. */
  readonly isShort?: boolean
}

export const DisputeTable = ({ disputes, mayAnswer, isShort = false }: DisputeTableProps) => (
  <DataTable
    label="Disputes"
    isInside={isShort}
    rows={disputes}
    keyOf={({ id }) => id}
    columns={columnsOf(mayAnswer).filter(({ isWide }) => !isShort || !isWide)}
  />
)

const address = '/desk/finance/disputes'

/** Disputes with what they cost. */
const DisputesPage = () => {
  const { disputes, older, requested, mayAnswer } = useLoaderData<typeof loader>()
  const { state } = requested
  return (
    <>
      <FinanceHead
        at="Disputes"
        title="Disputes"
        actions={<ActionLink href={`${address}.csv?state=${state}`}>Export CSV</ActionLink>}
      />
      <Views
        label="Disputes by state"
        views={[
          { label: 'Open', href: address, isCurrent: state === 'open' },
          { label: 'Decided', href: `${address}?state=closed`, isCurrent: state === 'closed' },
        ]}
      />
      {disputes.length === 0 ? (
        <EmptyList title={state === 'open' ? 'No dispute is open.' : 'No dispute was decided yet.'} />
      ) : (
        <DisputeTable disputes={disputes} mayAnswer={mayAnswer} />
      )}
      <TableFoot
        newer={requested.after === undefined ? null : `${address}?state=${state}`}
        older={older === null ? null : `${address}${queryOf({ state, after: older })}`}
      >
        {disputes.length} shown.
      </TableFoot>
    </>
  )
}

export default DisputesPage

import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { priceText } from '#shared/money.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskApprovals } from '../approval-endpoints.ts'
import type { Approval } from '../approval-endpoints.ts'
import { approvalMarks, approvalTitle } from './approval-marks.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { StateMark } from './parts/mark.tsx'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const after = new URL(request.url).searchParams.get('after') ?? undefined
  const listed = await context.get(shopContext).call(listDeskApprovals, { after })
  return { title: 'Approvals', isFirst: after === undefined, ...listed }
}

const columns: readonly Column<Approval>[] = [
  {
    name: 'What',
    cell: (one) => <a href={`/desk/approvals/${one.id}`}>{approvalTitle(one)}</a>,
    wraps: true,
  },
  {
    name: 'Amount',
    cell: ({ sum }) => (sum === null ? '—' : priceText(sum.amount, sum.currency)),
    isFigure: true,
  },
  { name: 'Asked by', cell: ({ requested_by: by }) => by, isShort: true, isWide: true },
  { name: 'Asked', cell: ({ requested_at: at }) => <Moment at={at} />, isQuiet: true, isWide: true },
  { name: 'Until', cell: ({ expires_at: at }) => <Moment at={at} />, isQuiet: true, isWide: true },
  { name: 'State', cell: ({ state }) => <StateMark mark={approvalMarks[state]} /> },
]

/** What waits for a second person, and what became of earlier requests. */
const ApprovalsPage = () => {
  const { approvals, older, isFirst } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Approvals"
        sub="Actions above a limit, which one person asks for and another one decides on."
      />
      {approvals.length === 0 ? (
        <EmptyList title="No approval was requested yet." />
      ) : (
        <DataTable label="Approvals" rows={approvals} keyOf={({ id }) => id} columns={columns} />
      )}
      <TableFoot
        newer={isFirst ? null : '/desk/approvals'}
        older={older === null ? null : `/desk/approvals?after=${encodeURIComponent(older)}`}
      >
        {approvals.length} listed
      </TableFoot>
    </>
  )
}

export default ApprovalsPage

import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { allows } from '#shared/staff.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listRenewalEntries } from '../home-endpoints.ts'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { sumsText } from './parts/sums-text.ts'
import { dayText, timeText } from './parts/times.tsx'

export const loader = async ({ context, request, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const outcome = new URL(request.url).searchParams.get('outcome') ?? 'billed'
  const list = await call(listRenewalEntries, { id: params['id'] ?? '', outcome })
  const mayOpenMember = actor.kind === 'staff' && allows(actor.role, 'members:read')
  return { title: 'Renewals', ...list, outcome, mayOpenMember }
}

type Entry = ReplyOf<typeof listRenewalEntries>['entries'][number]

const columnsOf = (mayOpenMember: boolean): readonly Column<Entry>[] => [
  {
    name: 'Subscription',
    cell: ({ subscription_id: id, name }) =>
      mayOpenMember ? <a href={`/desk/subscriptions/${id}`}>{name}</a> : name,
    wraps: true,
  },
  { name: 'Due on', cell: ({ due_on: on }) => dayText(on), isQuiet: true, isWide: true },
  {
    name: 'Order',
    cell: ({ order_number: number }) =>
      number === null ? '—' : <a href={`/desk/orders/${number}`}>{number}</a>,
  },
  { name: 'Reason', cell: ({ reason }) => reason ?? '—', isQuiet: true, isWide: true },
  { name: 'Due', cell: ({ due }) => (due === null ? '—' : sumsText([due])), isFigure: true },
]

/** The rows behind the numbers of a renewal run. */
const RenewalsPage = () => {
  const { run, entries, is_more: isMore, outcome, mayOpenMember } = useLoaderData<typeof loader>()
  const views = run.rows.flatMap((row) =>
    row.outcome === null
      ? []
      : [
          {
            label: `${row.name} ${row.count ?? ''}`,
            href: `/desk/renewals/${run.id}?outcome=${row.outcome}`,
            isCurrent: row.outcome === outcome,
          },
        ],
  )
  return (
    <>
      <DeskHead crumb={<a href="/desk">Home</a>} title={`Renewals of ${timeText(run.started_at)}`} />
      <Views label="Outcomes" views={views} />
      {entries.length === 0 ? (
        <EmptyList title="No renewal of this run ended like this." />
      ) : (
        <DataTable
          label="Renewals"
          rows={entries}
          keyOf={({ subscription_id: id, due_on: on }) => `${id} ${on}`}
          columns={columnsOf(mayOpenMember)}
        />
      )}
      <TableFoot newer={null} older={null}>
        {isMore ? `The first ${entries.length} are listed; there are more.` : `${entries.length} listed.`}
      </TableFoot>
    </>
  )
}

export default RenewalsPage

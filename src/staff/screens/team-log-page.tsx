import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { DataTable, EmptyList, TableFoot } from '#desk/screens/parts/data-table.tsx'
import { DeskHead } from '#desk/screens/parts/desk-head.tsx'
import { Moment } from '#desk/screens/parts/times.tsx'
import { shopContext } from '../../web/request/shop-context.ts'
import { listAuditEntries } from '../endpoints.ts'
import { changeText } from '../rules/change-text.ts'
import type { Column } from '#desk/screens/parts/data-table.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const subject = query.get('subject') || undefined
  const before = query.get('before') || undefined
  const log = await context.get(shopContext).call(listAuditEntries, { subject, before })
  const older =
    log.next === null
      ? null
      : `/desk/team/log?${new URLSearchParams({ ...(subject ? { subject } : {}), before: log.next })}`
  return { title: 'Audit log', ...log, older, isFirst: before === undefined, subject: subject ?? null }
}

type Entry = Awaited<ReturnType<typeof loader>>['entries'][number]

/** `newsletter …9b9d4017`: of an id the part that tells it from others of its day, as its link has all of it. */
const shortSubject = (subject: string): string => {
  const [kind = '', id = ''] = subject.split(':')
  return /^[\da-f-]{36}$/.test(id) ? `${kind} …${id.slice(-8)}` : subject.replace(':', ' ')
}

const columns: readonly Column<Entry>[] = [
  { name: 'When', cell: ({ at }) => <Moment at={at} />, isQuiet: true },
  { name: 'Who', cell: ({ actor }) => actor, wraps: true },
  { name: 'Action', cell: ({ action }) => action, wraps: true },
  {
    name: 'Subject',
    cell: ({ subject: about }) => (
      <a href={`/desk/team/log?${new URLSearchParams({ subject: about })}`}>{shortSubject(about)}</a>
    ),
    wraps: true,
  },
  { name: 'Before and after', cell: (entry) => changeText(entry), isWide: true, fills: true },
  { name: 'Reason', cell: ({ reason }) => reason, isQuiet: true, isWide: true, fills: true },
  {
    name: 'Hash',
    cell: ({ hash }) => <code>{hash.slice(0, 8)}</code>,
    isQuiet: true,
    isWide: true,
  },
]

const LogPage = () => {
  const { entries, older, isFirst, subject } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Audit log"
        sub={
          <>
            Each entry holds the hash of the one before. Looking at a member or an order is an entry too.{' '}
            {subject ? <a href="/desk/team/log">Show every subject</a> : null}
          </>
        }
      />
      {entries.length === 0 ? (
        <EmptyList title="Nothing is in the log yet." />
      ) : (
        <DataTable label="Audit log" rows={entries} keyOf={({ place }) => place} columns={columns} />
      )}
      <TableFoot newer={isFirst ? null : '/desk/team/log'} older={older}>
        {entries.length === 0 ? '' : `${entries.length} entries`}
      </TableFoot>
    </>
  )
}

export default LogPage

import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskWork } from '../home-endpoints.ts'
import { WorkKind } from '../rules/work-kinds.ts'
import { ActionLink, ActionRow } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { sumsText } from './parts/sums-text.ts'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const kind = WorkKind.safeParse(params['kind'])
  if (!kind.success) throw new ShopError('NOT_FOUND')
  const work = await context.get(shopContext).call(listDeskWork, { kind: kind.data })
  return { ...work, heading: work.title }
}

type Row = ReplyOf<typeof listDeskWork>['rows'][number]

const what: Column<Row> = {
  name: 'What',
  cell: ({ text, href }) => (href === null ? text : <a href={href}>{text}</a>),
  wraps: true,
}

const since: Column<Row> = {
  name: 'Since',
  cell: ({ at }) => (at === null ? '—' : <Moment at={at} />),
  isQuiet: true,
  isWide: true,
}

const due: Column<Row> = {
  name: 'Due',
  cell: ({ due_at: at }) => (at === null ? '—' : <Moment at={at} />),
}

const amount: Column<Row> = {
  name: 'Amount',
  cell: ({ amount: sum }) => (sum === null ? '—' : sumsText([sum])),
  isFigure: true,
}

const actions: Column<Row> = {
  name: 'What to do',
  cell: ({ actions: own, text }) => (
    <ActionRow>
      {own.map(({ label, href }) => (
        <ActionLink key={href} href={href} label={text}>
          {label}
        </ActionLink>
      ))}
    </ActionRow>
  ),
  wraps: true,
}

/** The columns in which there is something. */
const columnsOf = (rows: readonly Row[]): readonly Column<Row>[] => [
  what,
  ...(rows.some(({ due_at: at }) => at !== null) ? [due] : []),
  ...(rows.some(({ at }) => at !== null) ? [since] : []),
  ...(rows.some((row) => row.amount !== null) ? [amount] : []),
  ...(rows.some((row) => row.actions.length > 0) ? [actions] : []),
]

/** The rows behind one line of the worklist. */
const WorkPage = () => {
  const { heading, what: explanation, rows, is_more: isMore } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead crumb={<a href="/desk">Home</a>} title={heading} sub={explanation} />
      {rows.length === 0 ? (
        <EmptyList title="Nothing of this kind needs a person now." />
      ) : (
        <DataTable label={heading} rows={rows} keyOf={({ id }) => id} columns={columnsOf(rows)} />
      )}
      {rows.length === 0 ? null : (
        <TableFoot newer={null} older={null}>
          {isMore ? `The first ${rows.length} are listed; there are more.` : `${rows.length} listed.`}
        </TableFoot>
      )}
    </>
  )
}

export default WorkPage

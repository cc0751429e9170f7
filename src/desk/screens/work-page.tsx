import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskWork } from '../home-endpoints.ts'
import { retriedAnswers, retriedText, retriedWord } from '../rules/parked-words.ts'
import { WorkKind } from '../rules/work-kinds.ts'
import { retryDeskRenewal } from '../subscription-endpoints.ts'
import { ActionAnswer, ActionButton, ActionLink, ActionRow } from './parts/action.tsx'
import { DataTable, EmptyList, TableFoot } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { sumsText } from './parts/sums-text.ts'
import { Moment } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const kind = WorkKind.safeParse(params['kind'])
  if (!kind.success) throw new ShopError('NOT_FOUND')
  const { call, requestId } = context.get(shopContext)
  const work = await call(listDeskWork, { kind: kind.data })
  return { ...work, heading: work.title, requestId }
}

const Posted = z.object({ subscription: z.string(), request_id: z.string() })

/** Takes a parked subscription up again. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const { subscription: id, request_id } = await postedAs(Posted, request)
  let word: string
  try {
    word = retriedWord((await context.get(shopContext).call(retryDeskRenewal, { id, request_id })).outcome)
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/tasks/${params['kind'] ?? ''}?done=${word}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ...retriedAnswers,
  [retriedWord('due'), `${retriedText('due')} What fails again comes back here.`],
])

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

const Retry = ({ row, requestId }: { readonly row: Row; readonly requestId: string }) =>
  row.retry === null ? null : (
    <form method="post">
      <input type="hidden" name="subscription" value={row.retry} />
      <input type="hidden" name="request_id" value={requestId} />
      <ActionButton aria-label={`Try again: ${row.text}`}>Try again</ActionButton>
    </form>
  )

const actionsWith = (requestId: string): Column<Row> => ({
  name: 'What to do',
  cell: (row) => (
    <ActionRow>
      <Retry row={row} requestId={requestId} />
      {row.actions.map(({ label, href }) => (
        <ActionLink key={href} href={href} label={row.text}>
          {label}
        </ActionLink>
      ))}
    </ActionRow>
  ),
  wraps: true,
})

/** The columns in which there is something. */
const columnsOf = (rows: readonly Row[], requestId: string): readonly Column<Row>[] => [
  what,
  ...(rows.some(({ due_at: at }) => at !== null) ? [due] : []),
  ...(rows.some(({ at }) => at !== null) ? [since] : []),
  ...(rows.some((row) => row.amount !== null) ? [amount] : []),
  ...(rows.some((row) => row.actions.length > 0 || row.retry !== null) ? [actionsWith(requestId)] : []),
]

/** The rows behind one line of the worklist. */
const WorkPage = () => {
  const { heading, what: explanation, rows, is_more: isMore, requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [query] = useSearchParams()
  return (
    <>
      <DeskHead crumb={<a href="/desk">Home</a>} title={heading} sub={explanation} />
      {answer || answers.has(query.get('done') ?? '') ? (
        <Body>
          <ActionAnswer refusal={answer?.refusal} done={answers} />
        </Body>
      ) : null}
      {rows.length === 0 ? (
        <EmptyList title="Nothing of this kind needs a person now." />
      ) : (
        <DataTable label={heading} rows={rows} keyOf={({ id }) => id} columns={columnsOf(rows, requestId)} />
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

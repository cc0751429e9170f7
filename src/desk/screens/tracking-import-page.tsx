import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { requestImportApproval } from '../approval-endpoints.ts'
import { applyDeskTracking, viewDeskTracking } from '../tracking-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DataTable } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Fields, ReasonEntry } from './parts/entry.tsx'
import { Split } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section, Sums } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, requestId } = context.get(shopContext)
  const view = await call(viewDeskTracking, { id: params['id'] ?? '' })
  return { title: view.file_name, requestId, ...view }
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Starts what was shown, or asks a second person for it; a refusal keeps what was typed. */
export const action = async ({ context, params, request }: ActionFunctionArgs) => {
  const id = params['id'] ?? ''
  const { call } = context.get(shopContext)
  const form = await postedForm(request)
  const [reason, requestId] = [textIn(form, 'reason'), textIn(form, 'request_id')]
  let approval: string | null = null
  try {
    if (form.get('intent') === 'ask')
      approval = (await call(requestImportApproval, { id, reason, request_id: requestId })).id
    else await call(applyDeskTracking, { id })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), reason }
  }
  throw redirect(approval === null ? `/desk/fulfillment/tracking/${id}` : `/desk/approvals/${approval}`, 303)
}

type Import = ReplyOf<typeof viewDeskTracking>

const columns: readonly Column<Import['problems'][number]>[] = [
  { name: 'Row', cell: ({ row }) => row },
  { name: 'Why it is left out', cell: ({ problem }) => problem, fills: true },
]

const number = (count: number): string => count.toLocaleString('en-US')

/** The rows by what they do, before and after. */
const Counts = ({ view }: { readonly view: Import }) => (
  <Section title={view.state === 'read' ? 'What the rows would do' : 'What the rows did'}>
    <Sums
      label="Rows by outcome"
      rows={[
        {
          name:
            view.state === 'read'
              ? 'ship, and their members get a mail'
              : 'shipped; their members get a mail',
          amount: number(view.ships),
        },
        { name: 'recorded before: nothing', amount: number(view.repeated) },
        { name: 'without carrier and number: nothing', amount: number(view.empty) },
        { name: 'left out', amount: number(view.problem_count) },
        {
          name: view.state === 'read' ? 'rows' : `rows done of ${number(view.rows)}`,
          amount: number(view.state === 'read' ? view.rows : view.done),
          isTotal: true,
        },
      ]}
    />
  </Section>
)

const Problems = ({ view }: { readonly view: Import }) =>
  view.problem_count === 0 ? (
    <p>No row is left out.</p>
  ) : (
    <>
      <DataTable
        label="Rows that are left out"
        isInside
        rows={view.problems}
        keyOf={({ row }) => String(row)}
        columns={columns}
      />
      {view.problem_count > view.problems.length ? (
        <p>
          The first {view.problems.length} of {number(view.problem_count)} are listed.
        </p>
      ) : null}
    </>
  )

interface ActionProps {
  readonly view: Import
  readonly requestId: string
  /** What was typed before a refusal. */
  readonly reason: string
}

/** Many orders at once need somebody else to agree. */
const Ask = ({ view, requestId, reason }: ActionProps) => (
  <form method="post">
    <DeskNote kind="accent">
      <p>
        It ships {number(view.ships)} orders, more than one person starts alone. Another person of operations,
        or an owner, has to agree.
      </p>
    </DeskNote>
    <input type="hidden" name="intent" value="ask" />
    <input type="hidden" name="request_id" value={requestId} />
    <Fields>
      <ReasonEntry entered={reason} hint="Who decides reads it." />
      <p>
        <ActionButton kind="primary">Ask a second person</ActionButton>
      </p>
    </Fields>
  </form>
)

const Action = ({ view, requestId, reason }: ActionProps) => {
  if (view.state === 'running')
    return (
      <DeskNote>
        <p>
          It runs: {number(view.done)} of {number(view.rows)} rows are done. Load the page again for more.
        </p>
      </DeskNote>
    )
  if (view.state === 'finished')
    return (
      <DeskNote kind="ok">
        <p>
          It is done. What was left out can be corrected and read again: rows that were shipped change
          nothing.
        </p>
      </DeskNote>
    )
  if (view.needs_second) return <Ask view={view} requestId={requestId} reason={reason} />
  return view.ships === 0 ? (
    <DeskNote>
      <p>No row ships anything, so there is nothing to start.</p>
    </DeskNote>
  ) : (
    <form method="post">
      <p>
        <ActionButton kind="primary">{`Ship ${number(view.ships)}`}</ActionButton>
      </p>
    </form>
  )
}

/** A file of tracking numbers: what its rows would do, and then what they did. */
const TrackingImportPage = () => {
  const view = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/fulfillment">Fulfillment</a> /{' '}
            <a href="/desk/fulfillment/tracking">Tracking from a file</a>
          </>
        }
        title={view.file_name}
        sub={`${number(view.rows)} rows, read ${timeText(view.uploaded_at)}.`}
      />
      <Split aside={<Counts view={view} />}>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <Action view={view} requestId={view.requestId} reason={answer?.reason ?? ''} />
        <Section title="Left out">
          <Problems view={view} />
        </Section>
      </Split>
    </>
  )
}

export default TrackingImportPage

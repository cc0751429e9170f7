import { bulkLimit } from '../rules/bulk-action.ts'
import type { BulkView } from '../bulk-endpoints.ts'
import { actionWords, ordersText } from './bulk-rows.tsx'
import { ActionButton } from './parts/action.tsx'
import { Entry, Fields, ReasonEntry } from './parts/entry.tsx'
import { DeskNote } from './parts/section.tsx'

interface FormProps {
  readonly view: BulkView
  readonly requestId: string
  /** What was typed before a refusal. */
  readonly entered: { readonly reason: string; readonly count: string } | null
}

const StartForm = ({ view, entered }: FormProps) => (
  <form method="post" data-desk-confirm="">
    <input type="hidden" name="count" value={view.acted} />
    <Fields>
      {view.needs_reason ? (
        <ReasonEntry entered={entered?.reason} hint="Kept with each order, in its timeline and in the log." />
      ) : null}
      <p>
        <ActionButton kind="primary">{actionWords[view.action].button(view.acted)}</ActionButton>
      </p>
    </Fields>
  </form>
)

/** Many orders at once need somebody else to agree, and the number typed by who asks. */
const AskForm = ({ view, requestId, entered }: FormProps) => (
  <form method="post" data-desk-confirm="">
    <DeskNote kind="accent">
      <p>
        It is about {ordersText(view.acted)}. More than {bulkLimit} are not for one person alone: another
        person of operations, or an owner, has to agree.
      </p>
    </DeskNote>
    <input type="hidden" name="intent" value="ask" />
    <input type="hidden" name="request_id" value={requestId} />
    <Fields>
      <ReasonEntry entered={entered?.reason} hint="Who decides reads it, and it is kept with each order." />
      <Entry
        label={`How many orders? Type ${view.acted}.`}
        name="count"
        required
        inputMode="numeric"
        pattern={String(view.acted)}
        title={`The number of orders: ${view.acted}`}
        autoComplete="off"
        defaultValue={entered?.count}
      />
      <p>
        <ActionButton kind="primary">Ask a second person</ActionButton>
      </p>
    </Fields>
  </form>
)

/** While it runs: how far it is, the way to stop it, and without scripts the way to see more. */
const Running = ({ view }: Pick<FormProps, 'view'>) => {
  const settled = view.done + view.left_out + view.failed
  return (
    <>
      <DeskNote>
        <p>
          It is running: {settled.toLocaleString('en-US')} of {ordersText(view.chosen)}.{' '}
          <a href={`/desk/orders/bulk/${view.id}`}>See how far it is now</a>
        </p>
        <progress value={settled} max={view.chosen} aria-label="Orders with a result" />
      </DeskNote>
      <form method="post">
        <input type="hidden" name="intent" value="stop" />
        <p>
          <ActionButton kind="danger">Stop it</ActionButton> What is done stays done; what waits is left out.
        </p>
      </form>
    </>
  )
}

const Ended = ({ view }: Pick<FormProps, 'view'>) => (
  <DeskNote kind={view.failed > 0 || view.state === 'stopped' ? 'danger' : 'ok'}>
    <p>
      {view.state === 'stopped' ? 'It was stopped.' : 'It is done.'} {ordersText(view.done)}{' '}
      {actionWords[view.action].past}
      {view.failed > 0 ? `, and ${view.failed.toLocaleString('en-US')} failed` : ''}.
    </p>
    {view.batch === null ? null : (
      <p>
        <a href={`/desk/fulfillment/batches/${view.batch}`}>Open batch {view.batch}</a>
      </p>
    )}
    {view.reason === '' ? null : <p>Reason: “{view.reason}”</p>}
  </DeskNote>
)

/** What can be done with the action now. */
export const BulkActions = (props: FormProps) => {
  const { view } = props
  if (view.state === 'running') return <Running view={view} />
  if (view.state !== 'prepared') return <Ended view={view} />
  if (view.acted === 0)
    return (
      <DeskNote>
        <p>
          Every order is left out, so there is nothing to start.{' '}
          <a href="/desk/orders">Go back to the orders</a>
        </p>
      </DeskNote>
    )
  if (!view.is_own)
    return (
      <DeskNote>
        <p>{view.by} prepared it, and has not started it. Choose the orders yourself to act on them.</p>
      </DeskNote>
    )
  return view.needs_second ? <AskForm {...props} /> : <StartForm {...props} />
}

import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import type { previewDeskProblemRefund, DeskProblem } from '../problem-endpoints.ts'
import { problemAddress } from '../rules/problem-words.ts'
import { ActionButton } from './parts/action.tsx'
import { Entry, Fields, TextEntry } from './parts/entry.tsx'
import { DeskNote, Section } from './parts/section.tsx'
import { GivenSums } from './given-sums.tsx'
import { StepUpNote } from './step-up-note.tsx'
import type { ProblemAnswer } from './problem-page.tsx'
import styles from './problem-page.module.css'

interface Previewed {
  readonly refund: ReplyOf<typeof previewDeskProblemRefund> | null
  readonly refusal: string | null
}

type Intent = 'refund' | 'reship' | 'decline'

interface ActionProps {
  readonly problem: DeskProblem
  readonly requestId: string
  readonly answer: ProblemAnswer
  readonly errors: ReadonlyMap<string, string>
}

interface ActionsProps extends ActionProps {
  /** Null for a role that refunds nothing. */
  readonly preview: Previewed | null
  readonly mayShip: boolean
}

const Hidden = ({ intent, requestId }: { readonly intent: Intent; readonly requestId: string }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="request_id" value={requestId} />
  </>
)

const enteredNote = (answer: ProblemAnswer, intent: Intent): string | undefined =>
  answer?.intent === intent ? answer.note : undefined

const errorOf = ({ answer, errors }: ActionProps, intent: Intent): string | undefined =>
  answer?.intent === intent ? errors.get('note') : undefined

/** Words that go with what is done; none are needed. */
const NoteEntry = ({ intent, ...props }: ActionProps & { readonly intent: Intent }) => (
  <Entry
    label="Words to the buyer, if there are any"
    name="note"
    maxLength={200}
    autoComplete="off"
    defaultValue={enteredNote(props.answer, intent)}
    error={errorOf(props, intent)}
    hint="They are in the mail."
  />
)

interface RefundFormProps extends ActionProps {
  readonly refund: NonNullable<Previewed['refund']>
}

const RefundForm = ({ refund, ...props }: RefundFormProps) => (
  <StepUpForm action={problemAddress(props.problem.number)} confirms={refund.action} isConfirmation>
    <Hidden intent="refund" requestId={props.requestId} />
    <input type="hidden" name="amount" value={refund.amount} />
    <Fields>
      <NoteEntry intent="refund" {...props} />
      <StepUpNote confirms={refund.action} currency={refund.currency} what="report" />
      <p>
        <ActionButton kind={props.problem.wish === 'refund' ? 'primary' : 'secondary'}>
          {`Refund ${priceText(refund.amount, refund.currency)}`}
        </ActionButton>
      </p>
    </Fields>
  </StepUpForm>
)

/** What the buyer gets, to the cent, and the button that gives exactly that. */
const Refund = ({ preview, ...props }: ActionProps & { readonly preview: Previewed }) => (
  <Section title="Refund it">
    <div className={styles.way}>
      {preview.refund === null ? (
        <p>{preview.refusal}</p>
      ) : (
        <>
          <GivenSums preview={preview.refund} />
          <p>A credit note is issued and mailed. This cannot be undone.</p>
          {preview.refund.refusal === null ? (
            <RefundForm refund={preview.refund} {...props} />
          ) : (
            <DeskNote kind="danger">
              <p>{preview.refund.refusal} The report stays open, and is on their home.</p>
            </DeskNote>
          )}
        </>
      )}
    </div>
  </Section>
)

const Reship = (props: ActionProps) => (
  <Section title="Send it again">
    <div className={styles.way}>
      {props.problem.reship_refusal === null ? (
        <>
          <p>
            Free of charge, as a shipment of its own. What is not refunded of the units above is taken from
            stock now, and waits to be packed.
          </p>
          <form method="post">
            <Hidden intent="reship" requestId={props.requestId} />
            <Fields>
              <NoteEntry intent="reship" {...props} />
              <p>
                <ActionButton kind={props.problem.wish === 'reship' ? 'primary' : 'secondary'}>
                  Send it again
                </ActionButton>
              </p>
            </Fields>
          </form>
        </>
      ) : (
        <p>{props.problem.reship_refusal}</p>
      )}
    </div>
  </Section>
)

const Decline = (props: ActionProps) => (
  <Section title="Decline it">
    <form method="post" className={styles.way}>
      <Hidden intent="decline" requestId={props.requestId} />
      <Fields>
        <TextEntry
          label="Why, in words to the buyer"
          name="note"
          required
          minLength={3}
          maxLength={500}
          rows={3}
          defaultValue={enteredNote(props.answer, 'decline')}
          error={errorOf(props, 'decline')}
          hint="The mail says that it is not replaced or refunded, and then these words."
        />
        <p>
          <ActionButton>Decline it</ActionButton>
        </p>
      </Fields>
    </form>
  </Section>
)

/** The ways to resolve a report; the one that its buyer wishes is the page's primary one, and the first. */
export const ProblemActions = ({ preview, mayShip, ...props }: ActionsProps) => {
  const refund = preview === null ? null : <Refund preview={preview} {...props} />
  const reship = mayShip ? <Reship {...props} /> : null
  return (
    <>
      {props.problem.wish === 'refund' ? refund : reship}
      {props.problem.wish === 'refund' ? reship : refund}
      {mayShip ? <Decline {...props} /> : null}
    </>
  )
}

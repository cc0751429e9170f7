import { AskSecondPerson } from './ask-second-person.tsx'
import { StepUpNote } from './step-up-note.tsx'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import type { previewDeskReceipt } from '../return-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { Entry } from './parts/entry.tsx'
import { GivenSums } from './given-sums.tsx'
import type { FoundReturn } from './receive-page.tsx'
import type { EnteredReceipt } from './receipt-form.ts'
import styles from './refund-form.module.css'

type Preview = ReplyOf<typeof previewDeskReceipt>

interface ReceiptConfirmationProps {
  readonly preview: Preview
  readonly entered: EnteredReceipt
  readonly found: Pick<FoundReturn, 'kind' | 'number'>
  readonly requestId: string
}

/** What was counted, again as fields, so that exactly that is sent. */
const Counted = ({ entered: { counted } }: Pick<ReceiptConfirmationProps, 'entered'>) => (
  <>
    {counted.lines.map((line) => (
      <span key={line.position} hidden>
        <input type="hidden" name={`restocked-${line.position}`} value={line.restocked} />
        <input type="hidden" name={`written-off-${line.position}`} value={line.written_off} />
        <input type="hidden" name={`note-${line.position}`} value={line.note} />
      </span>
    ))}
    <input type="hidden" name="other_contents" value={counted.other_contents} />
    <input type="hidden" name="message" value={counted.message} />
    {counted.despite_missing ? <input type="hidden" name="despite_missing" value="on" /> : null}
  </>
)

const isNothing = ({ amount }: Preview): boolean => Number(amount) === 0

const buttonText = (preview: Preview): string =>
  isNothing(preview)
    ? 'Receive it, and refund nothing'
    : `Receive it, and refund ${priceText(preview.amount, preview.currency)}`

/** What the member is sent. */
const noticeText = (preview: Preview, { kind }: ReceiptConfirmationProps['found']): string => {
  if (!isNothing(preview)) return 'A credit note is issued and mailed.'
  return kind === 'return' ? 'The member gets a mail that it arrived.' : 'Nothing is left of the order.'
}

const Confirm = ({ preview, entered, found, requestId }: ReceiptConfirmationProps) => (
  <StepUpForm
    action={`/desk/fulfillment/returns/${encodeURIComponent(found.number)}`}
    confirms={preview.action}
    isConfirmation
  >
    <Counted entered={entered} />
    <input type="hidden" name="amount" value={preview.amount} />
    <input type="hidden" name="request_id" value={requestId} />
    <StepUpNote confirms={preview.action} currency={preview.currency} what="package" />
    <ActionButton kind="primary">{buttonText(preview)}</ActionButton>
  </StepUpForm>
)

const Ask = ({ preview, entered, found, requestId }: ReceiptConfirmationProps) => (
  <AskSecondPerson
    action={`/desk/fulfillment/returns/${encodeURIComponent(found.number)}`}
    preview={preview}
    requestId={requestId}
    entered={<Counted entered={entered} />}
  >
    <Entry
      label="Reason, for who decides"
      name="reason"
      maxLength={200}
      autoComplete="off"
      defaultValue={entered.requestedFor ?? ''}
    />
  </AskSecondPerson>
)

/** What happens when the button is pressed: to the cent and to the unit. */
export const ReceiptConfirmation = (props: ReceiptConfirmationProps) => {
  const { preview } = props
  const { currency } = preview
  return (
    <section className={styles.gets} aria-label="What happens">
      <h2>The member gets</h2>
      <p className={styles.amount}>{priceText(preview.amount, currency)}</p>
      <GivenSums
        preview={preview}
        more={[
          { name: 'Units back to stock', amount: String(preview.restocked) },
          { name: 'Units written off', amount: String(preview.written_off) },
        ]}
      />
      <p>{noticeText(preview, props.found)} This cannot be undone.</p>
      {preview.refusal === null ? <Confirm {...props} /> : <Ask {...props} />}
    </section>
  )
}

import { AskSecondPerson } from './ask-second-person.tsx'
import { StepUpNote } from './step-up-note.tsx'
import { StepUpForm } from '#staff/screens/step-up-form.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { priceText } from '#shared/money.ts'
import type { previewDeskRefund } from '../endpoints.ts'
import { kindOf } from './refund-form.ts'
import type { EnteredRefund } from './refund-form.ts'
import { orderAddress } from '../rules/list-place.ts'
import { ActionButton } from './parts/action.tsx'
import { useList } from './parts/use-list.ts'
import { GivenSums } from './given-sums.tsx'
import styles from './refund-form.module.css'

type Preview = ReplyOf<typeof previewDeskRefund>

interface RefundConfirmationProps {
  readonly preview: Preview
  readonly entered: EnteredRefund
  readonly number: string
  readonly requestId: string
}

/** What was chosen, again as fields, so that exactly that is sent. */
const Chosen = ({ entered }: Pick<RefundConfirmationProps, 'entered'>) => {
  const { wanted, reason } = entered
  return (
    <>
      <input type="hidden" name="kind" value={kindOf(entered)} />
      {wanted.units.map(({ position, quantity }) => (
        <input key={position} type="hidden" name={`units-${position}`} value={quantity} />
      ))}
      {wanted.with_shipping ? <input type="hidden" name="shipping" value="on" /> : null}
      {wanted.sum === undefined ? null : <input type="hidden" name="sum" value={wanted.sum} />}
      {wanted.as_credit ? <input type="hidden" name="as_credit" value="on" /> : null}
      <input type="hidden" name="reason" value={reason} />
    </>
  )
}

/** Where both forms are sent, with the list that the order was opened from. */
const useAddress = (number: string): string => orderAddress(number, { list: useList(), page: 'refund' })

const Confirm = ({ preview, entered, number, requestId }: RefundConfirmationProps) => (
  <StepUpForm action={useAddress(number)} confirms={preview.action} isConfirmation>
    <Chosen entered={entered} />
    <input type="hidden" name="amount" value={preview.amount} />
    <input type="hidden" name="request_id" value={requestId} />
    <StepUpNote confirms={preview.action} currency={preview.currency} what="refund" />
    <ActionButton kind="primary">{`Refund ${priceText(preview.amount, preview.currency)}`}</ActionButton>
  </StepUpForm>
)

const Ask = ({ preview, entered, number, requestId }: RefundConfirmationProps) => (
  <AskSecondPerson
    action={useAddress(number)}
    preview={preview}
    requestId={requestId}
    entered={<Chosen entered={entered} />}
  />
)

/** What happens when the button is pressed: to the cent, and nothing else. */
export const RefundConfirmation = (props: RefundConfirmationProps) => {
  const { preview } = props
  const { currency } = preview
  return (
    <section className={styles.gets} aria-label="What the member gets">
      <h2>The member gets</h2>
      <p className={styles.amount}>{priceText(preview.amount, currency)}</p>
      <GivenSums
        preview={preview}
        more={[{ name: 'Can still be refunded', amount: priceText(preview.left, currency) }]}
      />
      <p>A credit note is issued and mailed. This cannot be undone.</p>
      {preview.refusal === null ? <Confirm {...props} /> : <Ask {...props} />}
    </section>
  )
}

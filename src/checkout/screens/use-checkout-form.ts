import type { FormEvent, RefObject } from 'react'
import { useFetcher } from 'react-router'
import { payButton } from './pay-buttons.tsx'
import type { checkoutAction } from './checkout-action.ts'
import type { CheckoutAnswer } from './checkout-action.ts'

const noAnswer: CheckoutAnswer = { failure: null, entered: null, promoCode: null }

/**
 * The checkout form with scripts: totals follow what is typed, and a refusal leaves the page, the card field included,
 * as it is. Without scripts the same form posts plainly; `plain` is the answer to that.
 */
export const useCheckoutForm = (
  form: RefObject<HTMLFormElement | null>,
  plainAnswer: CheckoutAnswer = noAnswer,
) => {
  const payment = useFetcher<typeof checkoutAction>()
  const update = useFetcher<typeof checkoutAction>()
  const submitForm = (sender: typeof payment, intent: string): void => {
    if (!form.current || payment.state !== 'idle') return
    const fields = new FormData(form.current)
    fields.set('intent', intent)
    fields.set('scripted', 'yes')
    void sender.submit(fields, { method: 'post', action: '/checkout' })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const intent = button instanceof HTMLButtonElement ? button.value : 'update'
    submitForm(intent === payButton.value ? payment : update, intent)
  }
  return {
    onSubmit,
    /** What the last answers said; a later update of the totals does not take back what paying found. */
    answer: {
      failure: (payment.data ?? plainAnswer).failure,
      /** Of a page that was drawn anew by the answer; with scripts the fields still hold what was typed. */
      entered: plainAnswer.entered,
      /** What an update of the totals found wrong with the place, for its fields alone. */
      place: update.data?.failure?.fields ?? {},
      promoCode: (update.data ?? plainAnswer).promoCode,
    },
    paying: payment.state !== 'idle',
    update: () => submitForm(update, 'update'),
  }
}

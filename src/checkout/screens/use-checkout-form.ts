import type { FormEvent, RefObject } from 'react'
import { useFetcher } from 'react-router'
import { payButton } from './pay-buttons.tsx'
import type { checkoutAction } from './checkout-action.ts'
import type { CheckoutAnswer } from './checkout-action.ts'

const noAnswer: CheckoutAnswer = { failure: null, entered: null, promoCode: null }

/**
 * The checkout form with scripts: totals follow the entered values, and a refusal keeps the page, including the card
 * field. Without scripts the same form posts normally; `plain` is the response to that.
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
    /** The latest messages; a later update of the totals does not remove the errors of paying. */
    answer: {
      failure: (payment.data ?? plainAnswer).failure,
      /** Of a page that was rendered again by the response; with scripts the fields still have the entered values. */
      entered: plainAnswer.entered,
      /** Errors about the place from an update of the totals, for its fields only. */
      place: update.data?.failure?.fields ?? {},
      promoCode: (update.data ?? plainAnswer).promoCode,
    },
    paying: payment.state !== 'idle',
    update: () => submitForm(update, 'update'),
  }
}

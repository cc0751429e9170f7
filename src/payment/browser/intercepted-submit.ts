import type { CardSource } from './card-source.ts'

/** The button that pays; other buttons of the form pass without a card. */
export interface PayButton {
  readonly name: string
  readonly value: string
}

interface InterceptedForm {
  readonly form: HTMLFormElement
  /** The hidden input that carries the token. */
  readonly tokenInput: HTMLInputElement
  readonly payButton: PayButton
  readonly source: () => CardSource | null
  /** False while the form pays in another way, for example with a saved card. */
  readonly isNeeded: () => boolean
  /** `''` when all is well. */
  readonly showMessage: (message: string) => void
}

const isPayButton = (element: HTMLElement | null, { name, value }: PayButton): boolean =>
  element instanceof HTMLButtonElement && element.name === name && element.value === value

/** Presses the pay button on behalf of the card field. */
export const pressPay = (form: HTMLFormElement, payButton: PayButton): void => {
  const button = [...form.elements].find(
    (element) => element instanceof HTMLButtonElement && isPayButton(element, payButton),
  )
  if (button instanceof HTMLButtonElement) form.requestSubmit(button)
}

/**
 * Intercepts a submit with a payment until the card field has returned a token, then submits again. Each attempt gets a
 * new token, because a token is used once. Returns a function that stops it.
 */
export const interceptPaySubmits = (options: InterceptedForm): (() => void) => {
  const { form, tokenInput, payButton, source, isNeeded, showMessage } = options
  let isResubmitting = false
  let isWaiting = false

  const resubmit = (submitter: HTMLElement): void => {
    isResubmitting = true
    form.requestSubmit(submitter)
    isResubmitting = false
  }

  const submitWithToken = async (card: CardSource, submitter: HTMLElement): Promise<void> => {
    isWaiting = true
    showMessage('')
    const taken = await card.take()
    isWaiting = false
    if ('token' in taken) {
      tokenInput.value = taken.token
      return resubmit(submitter)
    }
    showMessage(taken.message)
    // Sent without a card nothing is charged, and the response has all errors at once.
    if (!form.checkValidity()) resubmit(submitter)
  }

  const onSubmit = (event: SubmitEvent): void => {
    if (isResubmitting) return
    tokenInput.value = ''
    const card = source()
    const { submitter } = event
    if (!card || !isNeeded() || !submitter || !isPayButton(submitter, payButton)) return
    // Seen before the page's own handler, which sees it again with the token.
    event.preventDefault()
    event.stopPropagation()
    if (!isWaiting) void submitWithToken(card, submitter)
  }

  form.addEventListener('submit', onSubmit, true)
  return () => form.removeEventListener('submit', onSubmit, true)
}

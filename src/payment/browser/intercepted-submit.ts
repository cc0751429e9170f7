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
  /** False while the form pays in another way, as with a card that is kept already. */
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
 * Holds a paying submit back until the card field has given a token, then lets the same submit through. Each attempt
 * gets a fresh token, for a token is used once. Returns how to stop.
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
    // Sent without a card nothing is charged, and the answer says all that is missing at once.
    if (!form.checkValidity()) resubmit(submitter)
  }

  const onSubmit = (event: SubmitEvent): void => {
    if (isResubmitting) return
    tokenInput.value = ''
    const card = source()
    const { submitter } = event
    if (!card || !isNeeded() || !submitter || !isPayButton(submitter, payButton)) return
    // Before the page's own handler hears of it, which stands above the form.
    event.preventDefault()
    event.stopPropagation()
    if (!isWaiting) void submitWithToken(card, submitter)
  }

  form.addEventListener('submit', onSubmit)
  return () => form.removeEventListener('submit', onSubmit)
}

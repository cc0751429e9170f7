import { inPageLanguage } from '#ui/browser/page-address.ts'
import { watchPresses } from '#ui/browser/held-press.ts'
import { requestPage } from '#ui/browser/page-answer.ts'
import type { PageAnswer } from '#ui/browser/page-answer.ts'
import { createPageQueue } from '#ui/browser/page-queue.ts'
import { refreshInPlaceBy } from '#ui/browser/restored-page.ts'
import { showAnswer } from '#ui/browser/shown-answer.ts'
import { createShownWallet } from '../../wallet/browser/shown-wallet.ts'
import { addressField, creditField, methodField, payButton, updateIntent } from '../checkout-fields.ts'

/** The form of the checkout; null for a page without one. */
const checkoutIn = (root: ParentNode): HTMLFormElement | null =>
  root.querySelector<HTMLFormElement>('form[data-checkout-page]')

/** The fields on which totals depend, as soon as they have another value. */
const chosenFields: readonly string[] = [
  addressField('country'),
  addressField('region'),
  methodField,
  creditField,
]

/** The form as it is now, with what was pressed. */
const sentWith = (form: HTMLFormElement, intent: string): FormData => {
  const fields = new FormData(form)
  fields.set('intent', intent)
  fields.set('scripted', 'yes')
  return fields
}

/** What was asked and not answered. */
type Unanswered = 'update' | 'pay'

/** The sentences are the page's: the form keeps the id of its purchase, and sent again it gets the answer of the first one. */
const sayUnanswered = (form: HTMLFormElement, question: Unanswered | null): void => {
  const place = form.querySelector<HTMLElement>('[data-checkout-message]')
  const { unreachable = '', noAnswer = '' } = place?.dataset ?? {}
  const message = question === null ? '' : question === 'pay' ? noAnswer : unreachable
  if (place && place.textContent !== message) place.textContent = message
}

/** The button works until the last answer is there; a screen reader hears what it does. */
const showPaying = (form: HTMLFormElement, isPaying: boolean): void => {
  if (isPaying)
    for (const button of form.querySelectorAll(`button[value="${payButton.value}"]`))
      button.setAttribute('aria-busy', 'true')
  const place = form.querySelector<HTMLElement>('[data-paying]')
  place?.replaceChildren(isPaying ? (place.dataset['text'] ?? '') : '')
}

/** Milliseconds that a bank may take for its answer. */
const paymentPatienceMs = 60_000

/** The widget's answer counts once. */
const renewHumanCheck = (): void => {
  const widget: unknown = Reflect.get(globalThis, 'turnstile')
  if (typeof widget !== 'object' || widget === null) return
  const reset: unknown = Reflect.get(widget, 'reset')
  if (typeof reset === 'function') Reflect.apply(reset, widget, [])
}

/** Milliseconds after which a page that was to be left can be used again: somebody has stopped the next one. */
const stoppedMs = 20_000

/** The next page takes the place of this one, which stays busy until then. */
const leaveFor = (address: string): Promise<void> => {
  location.assign(inPageLanguage(address))
  return new Promise((resolve) => {
    setTimeout(resolve, stoppedMs)
  })
}

/** Several changes before the next answer are one question, with the form as it is then. */
const createUpdates = (enqueue: (step: () => Promise<void>) => void, ask: () => Promise<void>) => {
  let waiting = 0
  return (): void => {
    waiting += 1
    enqueue(async () => {
      waiting -= 1
      if (waiting === 0) await ask()
    })
  }
}

const createCheckoutClient = (form: HTMLFormElement) => {
  const pressEnds = watchPresses(form)
  const enqueue = createPageQueue(form, () => form)
  let isPaying = false
  let isLeaving = false

  const show = async (answer: PageAnswer, sent: FormData | null, question: Unanswered): Promise<void> => {
    isLeaving = answer.kind === 'redirect'
    if (answer.kind === 'redirect') await leaveFor(answer.to)
    isLeaving = false
    await pressEnds()
    sayUnanswered(form, answer.kind === 'failed' ? question : null)
    if (answer.kind === 'page') showAnswer(form, answer, sent)
    wallet.follow()
  }

  const send = async (sent: FormData | null): Promise<void> =>
    show(await requestPage(checkoutIn, sent), sent, 'update')

  const refresh = (): void => enqueue(() => send(null))
  const wallet = createShownWallet(form, refresh)

  const update = createUpdates(enqueue, () => send(sentWith(form, updateIntent)))

  /** Pays what the page showed when the button was pressed, whatever an answer before it says. */
  const pay = (): void => {
    const sent = sentWith(form, payButton.value)
    isPaying = true
    showPaying(form, true)
    enqueue(async () => {
      await show(await requestPage(checkoutIn, sent, paymentPatienceMs), sent, 'pay')
      isPaying = false
      showPaying(form, false)
      renewHumanCheck()
    })
  }

  const press = (intent: string): void => {
    if (isPaying) return
    if (intent === payButton.value) pay()
    else if (intent === updateIntent) update()
    else enqueue(() => send(sentWith(form, intent)))
  }

  return { press, update, refresh, isBusy: () => isPaying || isLeaving }
}

const isZip = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name === addressField('zip')

const isChosenField = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) &&
  chosenFields.includes(target.name)

/**
 * Sends the checkout's one form without leaving the page: totals follow what is entered, and a refusal keeps the card
 * field. Without this script the same form posts normally.
 */
export const watchCheckoutPage = (): void => {
  const form = checkoutIn(document)
  if (!form) return
  const { press, update, refresh, isBusy } = createCheckoutClient(form)
  refreshInPlaceBy(() => {
    // What it waits for would come first: a page that was left so is asked for again.
    if (isBusy()) return false
    refresh()
    return true
  })
  let requestedZip: string | null = null
  const askForZip = (zip: string): void => {
    if (zip === requestedZip) return
    requestedZip = zip
    update()
  }
  const askIfPlace = (zip: HTMLInputElement): void => {
    const { regionPattern } = zip.dataset
    if (regionPattern !== undefined && new RegExp(`^(?:${regionPattern})$`).test(zip.value.trim()))
      askForZip(zip.value)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
    press(button?.value ?? updateIntent)
  })
  form.addEventListener('change', ({ target }) => {
    if (isChosenField(target)) update()
  })
  form.addEventListener('input', ({ target }) => {
    if (isZip(target)) askIfPlace(target)
  })
  form.addEventListener('focusout', ({ target }) => {
    if (isZip(target) && target.value !== target.defaultValue) askForZip(target.value)
  })
  // On a slow network people type before this script runs.
  const zip = form.elements.namedItem(addressField('zip'))
  if (zip instanceof HTMLInputElement && zip.value !== zip.defaultValue) askIfPlace(zip)
}

import { mayIdentifyRegion } from '#location/rules/postal-codes.ts'
import { enteredStates, showEntered } from '#ui/browser/entered-values.ts'
import { watchPresses } from '#ui/browser/held-press.ts'
import { morph } from '#ui/browser/morph.ts'
import { requestPage } from '#ui/browser/page-answer.ts'
import type { PageAnswer } from '#ui/browser/page-answer.ts'
import { createPageQueue } from '#ui/browser/page-queue.ts'
import { pageShown } from '#ui/browser/page-shown.ts'
import { addressField, creditField, methodField, payButton, updateIntent } from '../checkout-fields.ts'
import { createShownWallet } from './shown-wallet.ts'

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

const say = (form: HTMLFormElement, message: string): void => {
  const place = form.querySelector('[data-checkout-message]')
  if (place && place.textContent !== message) place.textContent = message
}

/** Nothing is sent beside a payment, and its button says that it works. */
const showPaying = (form: HTMLFormElement): void => {
  for (const button of form.querySelectorAll(`button[value="${payButton.value}"]`))
    button.setAttribute('aria-busy', 'true')
  form.querySelector('[data-paying]')?.replaceChildren('Placing your order')
}

/** The page stays as it is, and the form can be sent again. */
const showFailure = (form: HTMLFormElement): void => {
  form.querySelector('[data-paying]')?.replaceChildren()
  say(form, 'We could not reach the checkout. Please try again in a moment.')
}

/** The widget's answer counts once. */
const renewHumanCheck = (): void => {
  const widget: unknown = Reflect.get(globalThis, 'turnstile')
  if (typeof widget !== 'object' || widget === null) return
  const reset: unknown = Reflect.get(widget, 'reset')
  if (typeof reset === 'function') Reflect.apply(reset, widget, [])
}

/** A refused code is shown where it stands; a summary of errors comes into the window and is read out. */
const showRefusal = (form: HTMLFormElement): void => {
  const code = form.querySelector('[data-refused]')
  if (code) code.scrollIntoView({ block: 'nearest' })
  else form.querySelector<HTMLElement>('[autofocus]')?.focus()
}

/** Milliseconds after which a page that was to be left can be used again: somebody has stopped the next one. */
const stoppedMs = 20_000

/** The next page takes the place of this one, which stays busy until then. */
const leaveFor = (address: string): Promise<void> => {
  location.assign(address)
  return new Promise((resolve) => {
    setTimeout(resolve, stoppedMs)
  })
}

type ShownPage = Extract<PageAnswer, { readonly kind: 'page' }>

const showPage = (form: HTMLFormElement, { page, isRefusal }: ShownPage, sent: FormData | null): void => {
  say(form, '')
  const entered = enteredStates(form, sent)
  morph(form, page)
  showEntered(form, entered)
  document.dispatchEvent(new Event(pageShown))
  if (isRefusal) showRefusal(form)
}

const createCheckoutClient = (form: HTMLFormElement) => {
  const pressEnds = watchPresses(form)
  const enqueue = createPageQueue(form, () => form)
  let isPaying = false
  let updates = 0

  const send = async (sent: FormData | null): Promise<void> => {
    const answer = await requestPage(checkoutIn, sent)
    if (answer.kind === 'redirect') await leaveFor(answer.to)
    await pressEnds()
    if (answer.kind === 'page') showPage(form, answer, sent)
    else if (answer.kind === 'failed') showFailure(form)
    wallet.follow()
  }

  const refresh = (): void => enqueue(() => send(null))
  const wallet = createShownWallet(form, refresh)

  /** Several changes before the next answer are one question, with the form as it is then. */
  const update = (): void => {
    updates += 1
    enqueue(async () => {
      updates -= 1
      if (updates === 0) await send(sentWith(form, updateIntent))
    })
  }

  /** Pays what the page showed when the button was pressed, whatever an answer before it says. */
  const pay = (): void => {
    const sent = sentWith(form, payButton.value)
    isPaying = true
    showPaying(form)
    enqueue(async () => {
      showPaying(form)
      await send(sent)
      isPaying = false
      renewHumanCheck()
    })
  }

  const press = (intent: string): void => {
    if (isPaying) return
    if (intent === payButton.value) pay()
    else if (intent === updateIntent) update()
    else enqueue(() => send(sentWith(form, intent)))
  }

  return { press, update: () => (isPaying ? undefined : update()) }
}

const isZip = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name === addressField('zip')

const countryOf = (form: HTMLFormElement): string => {
  const country = new FormData(form).get(addressField('country'))
  return typeof country === 'string' ? country : ''
}

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
  const { press, update } = createCheckoutClient(form)
  let askedZip: string | null = null
  const askForZip = (zip: string): void => {
    if (zip === askedZip) return
    askedZip = zip
    update()
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
    if (isZip(target) && mayIdentifyRegion(countryOf(form), target.value)) askForZip(target.value)
  })
  form.addEventListener('focusout', ({ target }) => {
    if (isZip(target) && target.value !== target.defaultValue) askForZip(target.value)
  })
  // A page that comes back from the browser's memory is busy, and may offer what was bought.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

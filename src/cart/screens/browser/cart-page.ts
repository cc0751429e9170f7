import { inPageLanguage } from '#ui/browser/page-address.ts'
import { watchPresses } from '#ui/browser/held-press.ts'
import { requestPage } from '#ui/browser/page-answer.ts'
import { createPageQueue } from '#ui/browser/page-queue.ts'
import { refreshInPlaceBy } from '#ui/browser/restored-page.ts'
import { showAnswer } from '#ui/browser/shown-answer.ts'
import { createShownWallet } from '#checkout/wallet/browser/shown-wallet.ts'
import { enterIntent, enteredField, isQuantity, linkIntent, onlyContinues } from '../cart-intent.ts'
import { createCartRecord } from './cart-record.ts'

const checkoutPath = '/checkout'

/** The cart as a page of the shop shows it; null for a page without one. */
const cartPageIn = (root: ParentNode): HTMLElement | null =>
  root.querySelector<HTMLElement>('[data-cart-page]')

/** What was pressed or left: the value of a button, and the field that had the focus; empty for none. */
interface Submission {
  readonly intent: string
  readonly entered: string
}

const focusedField = (): string => {
  const focused = document.activeElement
  return focused instanceof HTMLInputElement ? focused.name : ''
}

const changedQuantity = (target: EventTarget | null): string | null =>
  target instanceof HTMLInputElement && isQuantity(target.name) && target.value !== target.defaultValue
    ? target.name
    : null

/** The form as it is now; null when the button that was pressed is gone, with its line or its code. */
const formWith = (page: HTMLElement, { intent, entered }: Submission): FormData | null => {
  const form = page.querySelector('form')
  const button = page.querySelector(`button[name="intent"][value="${CSS.escape(intent)}"]:enabled`)
  if (!form || !button) return null
  const fields = new FormData(form)
  fields.set('intent', intent)
  fields.set(enteredField, entered)
  fields.set('scripted', 'yes')
  return fields
}

/** Whether the shop was reached; the page has the sentence for when it was not. */
const sayReached = (page: HTMLElement, isReached: boolean): void => {
  const place = page.querySelector<HTMLElement>('[data-cart-message]')
  place?.replaceChildren(isReached ? '' : (place.dataset['unreachable'] ?? ''))
}

/** What the page shows and asks for, by what was pressed or left. */
const createCartClient = (page: HTMLElement) => {
  const pressEnds = watchPresses(page)
  const enqueue = createPageQueue(page, () => page.querySelector('form'))
  let isReplacing = false

  const send = async (form: FormData | null): Promise<void> => {
    const answer = await requestPage(cartPageIn, form)
    await pressEnds()
    if (answer.kind === 'redirect') location.assign(answer.to)
    isReplacing = true
    if (answer.kind === 'page') showAnswer(page, answer, form)
    isReplacing = false
    record()
    wallet.follow()
    sayReached(page, answer.kind !== 'failed')
  }

  const submit = (submission: Submission): void =>
    enqueue(async () => {
      const form = formWith(page, submission)
      if (form === null) return
      if (submission.intent !== enterIntent && onlyContinues(form))
        location.assign(inPageLanguage(checkoutPath))
      else await send(form)
    })

  const refresh = (): void => enqueue(() => send(null))
  const record = createCartRecord(page)
  const wallet = createShownWallet(page, refresh)
  refreshInPlaceBy(() => {
    refresh()
    return true
  })
  record()
  return { submit, isReplacing: () => isReplacing }
}

/**
 * Sends the cart's one form without leaving the page. A changed quantity is sent when its field loses focus. What is
 * pressed while an answer is on its way is sent after it, as the page is then.
 */
export const watchCartPage = (): void => {
  const page = cartPageIn(document)
  if (!page) return
  const { submit, isReplacing } = createCartClient(page)
  page.addEventListener('submit', (event) => {
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
    // Its answer is a page of its own, with another address than the link.
    if (button?.value === linkIntent) return
    event.preventDefault()
    button?.setAttribute('aria-busy', 'true')
    submit({ intent: button?.value ?? enterIntent, entered: focusedField() })
  })
  page.addEventListener('focusout', ({ target, relatedTarget }) => {
    // A field that is replaced loses the focus, too.
    if (isReplacing() || relatedTarget instanceof HTMLButtonElement) return
    const left = changedQuantity(target)
    if (left !== null) submit({ intent: enterIntent, entered: left })
  })
}

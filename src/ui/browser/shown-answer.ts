import { enteredStates, showEntered } from './entered-values.ts'
import { morph } from './morph.ts'
import type { PageAnswer } from './page-answer.ts'
import { pageShown } from './page-shown.ts'

const formIn = (page: HTMLElement): HTMLFormElement | null =>
  page instanceof HTMLFormElement ? page : page.querySelector('form')

const focusHeading = (page: Element): void => {
  const heading = page.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/** A code or line that was refused is shown where it stands; a summary of errors comes into the window and is read out. */
const showRefusal = (page: Element): void => {
  const refused = page.querySelector('[data-refused]')
  if (refused) refused.scrollIntoView({ block: 'nearest' })
  else page.querySelector<HTMLElement>('[autofocus]')?.focus()
}

type ShownAnswer = Extract<PageAnswer, { readonly kind: 'page' }>

/**
 * Makes a page show its answer. `sent` is the form that it answers; null for none. What was focused and is gone leaves the
 * focus to the heading.
 */
export const showAnswer = (page: HTMLElement, answer: ShownAnswer, sent: FormData | null): void => {
  const hadFocus = page.contains(document.activeElement)
  const form = formIn(page)
  const entered = form === null ? new Map() : enteredStates(form, sent)
  morph(page, answer.page)
  const after = formIn(page)
  if (after) showEntered(after, entered)
  if (hadFocus && !page.contains(document.activeElement)) focusHeading(page)
  if (answer.isRefusal) showRefusal(page)
  document.dispatchEvent(new Event(pageShown))
}

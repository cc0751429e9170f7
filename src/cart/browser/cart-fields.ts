type TextControl = HTMLInputElement | HTMLTextAreaElement

const isTextControl = (element: unknown): element is TextControl =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'hidden')

const textControlsIn = (page: Element): TextControl[] =>
  [...page.querySelectorAll('input, textarea')].filter(isTextControl)

const sentValue = ({ name, defaultValue }: TextControl, sent: FormData | null): string => {
  const value = sent?.get(name)
  return typeof value === 'string' ? value : defaultValue
}

/** What was typed after the form was sent, by the names of its fields; null: no form was sent. */
export const typedSince = (page: Element, sent: FormData | null): ReadonlyMap<string, string> =>
  new Map(
    textControlsIn(page)
      .filter((control) => control.value !== sentValue(control, sent))
      .map(({ name, value }) => [name, value]),
  )

/** Every field has what the server says, unless somebody is typing in it. */
export const showValues = (page: Element, typed: ReadonlyMap<string, string>): void => {
  for (const control of textControlsIn(page)) {
    const value = typed.get(control.name) ?? control.defaultValue
    if (control.value !== value) control.value = value
  }
}

/** How to find the focused element again when its part of the page was replaced. */
interface FocusedPlace {
  readonly selector: string | null
  readonly selection: readonly [number, number] | null
}

const selectorOf = (element: Element): string | null => {
  if (element.id !== '') return `#${CSS.escape(element.id)}`
  return element instanceof HTMLButtonElement
    ? `button[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`
    : null
}

/** Number and email fields have no selection. */
const selectionOf = (element: Element): FocusedPlace['selection'] =>
  isTextControl(element) && element.selectionStart !== null && element.selectionEnd !== null
    ? [element.selectionStart, element.selectionEnd]
    : null

/** The place of the focus; null while it is outside of the page. */
export const focusedPlace = (page: Element): FocusedPlace | null => {
  const focused = document.activeElement
  return focused && page.contains(focused)
    ? { selector: selectorOf(focused), selection: selectionOf(focused) }
    : null
}

const focusHeading = (page: Element): void => {
  const heading = page.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/** Focuses the same element of the new page; the heading when there is none that can have the focus. */
export const focusAgain = (page: Element, { selector, selection }: FocusedPlace): void => {
  if (page.contains(document.activeElement)) return
  const same = selector === null ? null : page.querySelector<HTMLElement>(selector)
  same?.focus()
  if (!same || document.activeElement !== same) focusHeading(page)
  else if (selection && isTextControl(same)) same.setSelectionRange(...selection)
}

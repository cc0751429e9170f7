type TextControl = HTMLInputElement | HTMLTextAreaElement

const isTextControl = (element: unknown): element is TextControl =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'hidden')

const textControlsIn = (page: Element): TextControl[] =>
  [...page.querySelectorAll('input, textarea')].filter(isTextControl)

const sentValue = ({ name, defaultValue }: TextControl, sent: FormData | null): string => {
  const value = sent?.get(name)
  return typeof value === 'string' ? value : defaultValue
}

interface TypedText {
  readonly value: string
  /** Whether it was typed after the form was sent. */
  readonly isNew: boolean
  /** What the server had said. */
  readonly before: string
}

/** What stands in the fields and was not there at first, by their names; null: no form was sent. */
export const typedTexts = (page: Element, sent: FormData | null): ReadonlyMap<string, TypedText> =>
  new Map(
    textControlsIn(page)
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map((control) => {
        const { name, value, defaultValue: before } = control
        return [name, { value, before, isNew: value !== sentValue(control, sent) }]
      }),
  )

/** Leaving one quantity sets only that one: another that was typed meanwhile stays until it is sent. */
const isKept = ({ type, defaultValue }: TextControl, { isNew, before }: TypedText): boolean =>
  isNew || (type === 'number' && defaultValue === before)

/** Every field has what the server says, unless something in it was not answered yet. */
export const showValues = (page: Element, typed: ReadonlyMap<string, TypedText>): void => {
  for (const control of textControlsIn(page)) {
    const text = typed.get(control.name)
    const value = text && isKept(control, text) ? text.value : control.defaultValue
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

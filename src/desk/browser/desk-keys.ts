import { openFind } from './find-dialog.ts'
import { openKeys, usesHotkeys } from './keys-dialog.ts'
import { listLook } from './look-panel.ts'
import { openBeyond } from './more-rows.ts'
import { chooseRow } from './order-choice.ts'

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([data-desk-choice], [data-desk-all]), textarea, select, [contenteditable]') !==
    null

const rowLinks = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll('[data-desk-rows] tbody tr, [data-desk-list] li')].flatMap((row) => {
    const link = row.querySelector('a')
    return link instanceof HTMLAnchorElement ? [link] : []
  })

const rowOf = (element: Element | null): Element | null => element?.closest('tr, li') ?? null

const indexOfFocus = (links: readonly HTMLAnchorElement[]): number =>
  links.findIndex((link) => rowOf(link)?.contains(document.activeElement))

/** The row at which J and K start: one that is in the window. */
const startOf = (links: readonly HTMLAnchorElement[], step: 1 | -1): number =>
  step === -1
    ? links.length - 1
    : Math.max(
        0,
        links.findIndex((link) => link.getBoundingClientRect().top >= 0),
      )

/** Moves the focus to the next or the previous row of the list. Enter then opens its link, as everywhere. */
const moveBy = async (step: 1 | -1): Promise<void> => {
  const row = rowOf(document.activeElement)
  if (row) await openBeyond(row, step)
  const links = rowLinks()
  const now = indexOfFocus(links)
  const next = now === -1 ? startOf(links, step) : now + step
  const link = links[Math.max(0, Math.min(links.length - 1, next))]
  link?.focus()
  if (link) listLook.follow(link)
}

/** Opens the panel of the row that has the focus; on a button or a box the key presses it, as everywhere. */
const look = (): boolean => {
  const focused = document.activeElement
  if (focused?.matches('button, input, summary')) return false
  const links = rowLinks()
  const link = links[indexOfFocus(links)]
  if (link) listLook.toggle(link)
  return link !== undefined
}

/** Presses the button or link of this page that has the shortcut, or goes to its field. */
const pressKey = (key: string): boolean => {
  const all = document.querySelectorAll<HTMLElement>(`[data-desk-key="${CSS.escape(key)}"]`)
  const element = [...all].find((one) => one.checkVisibility() && !one.matches(':disabled'))
  if (!element) return false
  if (element.matches('input, textarea, select')) element.focus()
  else element.click()
  return true
}

const goTo = (key: string): boolean => {
  const link = document.querySelector<HTMLAnchorElement>(`a[data-desk-go="${CSS.escape(key)}"]`)
  if (!link) return false
  location.assign(link.href)
  return true
}

/** Until when the key after G is that of a place. */
const goMilliseconds = 1_500
let goUntil = 0

const always = new Map<string, (event: KeyboardEvent) => void>([
  ['j', () => void moveBy(1)],
  ['k', () => void moveBy(-1)],
  ['x', ({ shiftKey }) => chooseRow(shiftKey)],
  ['/', openFind],
  ['?', openKeys],
  ['g', ({ timeStamp }) => void (goUntil = timeStamp + goMilliseconds)],
])

/** Runs the shortcut of a key; returns whether it is one. */
const pressHotkey = (event: KeyboardEvent): boolean => {
  const key = event.key.toLowerCase()
  const isPlace = event.timeStamp < goUntil
  goUntil = 0
  if (isPlace && goTo(key)) return true
  if (key === ' ') return look()
  // What the page draws comes first: J and K of an order go through the list it was opened from.
  if (!event.shiftKey && pressKey(key)) return true
  const action = always.get(key)
  action?.(event)
  return action !== undefined
}

/** Leaves the field, or clears the selection. */
const escape = (event: KeyboardEvent): void => {
  if (document.querySelector('dialog[open]')) return
  if (isTyping(event) && event.target instanceof HTMLElement) return event.target.blur()
  if (listLook.isLooking()) return listLook.close()
  const clear = document.querySelector<HTMLElement>('[data-desk-clear]')
  if (clear?.checkVisibility()) clear.click()
}

/** Sends the form that has the focus, or the one that the page asks to confirm. A link opens in another tab instead. */
const confirm = ({ target }: KeyboardEvent): boolean => {
  if (target instanceof Element && target.closest('a, dialog')) return false
  const own = target instanceof Element ? target.closest('main form[method="post"]') : null
  const form = own ?? document.querySelector('form[data-desk-confirm]')
  if (!(form instanceof HTMLFormElement)) return false
  const button = form.querySelector<HTMLElement>('button:not([type="button"])')
  form.requestSubmit(button)
  return true
}

const onControl = (event: KeyboardEvent): void => {
  const isSearch = event.key.toLowerCase() === 'k'
  const isConfirm = event.key === 'Enter'
  if (isSearch) openFind()
  if (isSearch || (isConfirm && confirm(event))) event.preventDefault()
}

/**
 * Keys of the desk. Shortcuts of one key are ignored while somebody types, while a dialog is open, and by those who have
 * switched them off;
 * Ctrl K (search), Ctrl Enter (confirm) and Escape always work.
 */
export const watchDeskKeys = (): void =>
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.ctrlKey || event.metaKey) return onControl(event)
    if (event.key === 'Escape') return escape(event)
    if (event.altKey || isTyping(event) || document.querySelector('dialog[open]') || !usesHotkeys()) return
    if (event.key.length === 1 && pressHotkey(event)) event.preventDefault()
  })

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

const rowLinks = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll('[data-desk-rows] tbody tr, [data-desk-list] li')].flatMap((row) => {
    const link = row.querySelector('a')
    return link instanceof HTMLAnchorElement ? [link] : []
  })

/** Moves the focus to the next or the previous row of the list. Enter then opens its link, as everywhere. */
const moveBy = (step: 1 | -1): void => {
  const links = rowLinks()
  const now = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
  const next = now === -1 ? (step === 1 ? 0 : links.length - 1) : now + step
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus()
}

const focusSearch = (): boolean => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('[data-desk-search]')]
  const field = fields.find((one) => one.checkVisibility())
  if (!field) return false
  field.focus()
  field.select()
  return true
}

const actions: ReadonlyMap<string, () => unknown> = new Map([
  ['j', () => moveBy(1)],
  ['k', () => moveBy(-1)],
  ['/', focusSearch],
])

/** J and K move through a list, / and Ctrl K focus the search. Keys are ignored while somebody types. */
export const watchDeskKeys = (): void =>
  document.addEventListener('keydown', (event) => {
    const isSearch = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (isSearch) {
      if (focusSearch()) event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    const act = actions.get(event.key.toLowerCase())
    if (!act) return
    event.preventDefault()
    act()
  })

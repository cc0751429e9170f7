/** Opens and closes the drawer in browsers without invoker commands; the others need no script. */
export const polyfillDrawer = (): void => {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  document.addEventListener('click', (event) => {
    const target = event.target
    const button = target instanceof Element ? target.closest('button[commandfor]') : null
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal()
    else dialog.close()
  })
}

const openMenus = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]'),
]

const close = (menu: HTMLDetailsElement, refocus: boolean): void => {
  menu.open = false
  if (refocus) menu.querySelector('summary')?.focus()
}

const contains = (part: Element | null, { clientX, clientY }: MouseEvent): boolean => {
  const box = part?.getBoundingClientRect()
  return (
    box !== undefined &&
    clientX >= box.left &&
    clientX <= box.right &&
    clientY >= box.top &&
    clientY <= box.bottom
  )
}

/**
 * Whether the pointer is on the header or the open panel, by their positions and not by the element under the pointer:
 * while the panel opens it is not there yet.
 */
const isInside = (menu: HTMLDetailsElement, event: MouseEvent): boolean =>
  contains(menu.closest('[data-header]'), event) ||
  contains(menu.querySelector(':scope > :not(summary)'), event)

/**
 * Header menus open on click by themselves; they close on mouse leave, on Escape (spec §4), and when focus or click go
 * elsewhere.
 */
export const watchMenus = (): void => {
  document.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'mouse') return
    for (const menu of openMenus()) if (!isInside(menu, event)) close(menu, false)
  })
  document.documentElement.addEventListener('mouseleave', () => {
    for (const menu of openMenus()) close(menu, false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of openMenus()) close(menu, menu.contains(document.activeElement))
  })
  // An open panel would cover what has the focus next.
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Node)) return
    for (const menu of openMenus()) if (!menu.contains(target)) close(menu, false)
  })
  document.addEventListener('click', (event) => {
    const target = event.target
    if (!(target instanceof Node)) return
    for (const menu of openMenus()) if (!menu.contains(target)) close(menu, false)
  })
}

/**
 * Scroll thresholds in px (spec §9): from the first the header is filled, past the second it hides when scrolling down.
 */
const fillFromPx = 10
const hideFromPx = 250

/** Fills the header once the page has moved, hides it going down, brings it back going up. */
export const watchHeader = (): void => {
  const header = document.querySelector<HTMLElement>('[data-header]')
  if (!header) return
  let lastTop = scrollY
  const update = (): void => {
    const top = scrollY
    header.toggleAttribute('data-filled', top > fillFromPx)
    if (top !== lastTop) header.toggleAttribute('data-away', top > hideFromPx && top > lastTop)
    lastTop = top
  }
  addEventListener('scroll', update, { passive: true })
  update()
}

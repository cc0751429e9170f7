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

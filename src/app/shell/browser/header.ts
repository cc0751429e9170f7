/** Scroll thresholds in px (spec §9): from the first the header is filled, past the second it leaves going down. */
const filledFrom = 10
const hidesPast = 250

/** Fills the header once the page has moved, hides it going down, brings it back going up. */
export const watchHeader = (): void => {
  const header = document.querySelector<HTMLElement>('[data-header]')
  if (!header) return
  let last = scrollY
  const follow = (): void => {
    const top = scrollY
    header.toggleAttribute('data-filled', top > filledFrom)
    if (top !== last) header.toggleAttribute('data-away', top > hidesPast && top > last)
    last = top
  }
  addEventListener('scroll', follow, { passive: true })
  follow()
}

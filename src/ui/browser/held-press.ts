/** Milliseconds after which a press counts as ended: its end may be lost, outside of the window for example. */
const longestMs = 10_000

/**
 * Watches for a pointer that is held down in the page. The result waits until it is released and its click has arrived:
 * a button that is replaced under a finger is never clicked.
 */
export const watchPresses = (page: HTMLElement): (() => Promise<void>) => {
  let held: Promise<void> | null = null
  let finish = (): void => undefined
  const release = (): void => {
    held = null
    // The click comes with the release, before any timer.
    setTimeout(finish)
  }
  page.addEventListener('pointerdown', ({ button }) => {
    // Any other button opens a menu, whose page may never see the end of the press.
    if (button !== 0 || held !== null) return
    held = new Promise((resolve) => {
      finish = resolve
    })
    setTimeout(finish, longestMs)
  })
  addEventListener('pointerup', release)
  // The press became a scroll or a drag.
  addEventListener('pointercancel', release)
  return async () => held ?? undefined
}

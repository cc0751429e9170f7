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
  page.addEventListener('pointerdown', () => {
    held ??= new Promise((resolve) => {
      finish = resolve
    })
  })
  addEventListener('pointerup', release)
  // The press became a scroll.
  addEventListener('pointercancel', release)
  return async () => held ?? undefined
}

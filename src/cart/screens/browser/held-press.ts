/**
 * Watches for a pointer that is held down in the page. The result waits until it is released and its click has arrived:
 * a button that is replaced under a finger is never clicked.
 */
export const watchPresses = (page: HTMLElement): (() => Promise<void>) => {
  let press: PromiseWithResolvers<void> | null = null
  const release = (): void => {
    const released = press
    press = null
    // The click comes with the release, before any timer.
    if (released) setTimeout(released.resolve)
  }
  page.addEventListener('pointerdown', () => {
    press ??= Promise.withResolvers()
  })
  addEventListener('pointerup', release)
  // The press became a scroll.
  addEventListener('pointercancel', release)
  return async () => press?.promise
}

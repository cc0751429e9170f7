let isRestored = false

addEventListener('pageshow', ({ persisted }) => {
  isRestored ||= persisted
})

/**
 * Calls back whenever the browser shows this page again from its memory, and at once when it has done so already: a script
 * that a page loads when it needs it may start only after the page was left and restored.
 */
export const onRestored = (callback: () => void): void => {
  if (isRestored) callback()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) callback()
  })
}

/** Has the browser keep the page that is shown without a network, once this page has everything it needs. */
export const cacheOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // A browser that keeps nothing, as in a private window, does without.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}

/** Has the browser keep the page that is shown without a network, once this page has everything it needs. */
export const cacheOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    // One of a build at the same address would answer for sources.
    void navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => one.unregister()))
    return
  }
  addEventListener('load', () => {
    // A browser that keeps nothing, as in a private window, does without.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}

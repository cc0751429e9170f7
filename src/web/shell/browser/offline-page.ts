/** Has the browser store the offline page, once this page has everything it needs. */
export const cacheOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    // One of a build at the same address would answer for sources.
    void navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => one.unregister()))
    return
  }
  addEventListener('load', () => {
    // In a private window, without storage, the shop works without it.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}

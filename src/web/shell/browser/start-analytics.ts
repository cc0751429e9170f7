import { currentConsent, forgetAnalytics } from '#analytics/browser/browser-storage.ts'

const load = async (session: Promise<void>): Promise<void> => {
  const { startAnalyticsLibrary } = await import('#analytics/browser/analytics-library.ts')
  await startAnalyticsLibrary(session)
}

/** A campaign is kept only once that is allowed, so the answer to the banner has to lead back to the whole address. */
const keepReturnAddress = (): void =>
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/consent') return
    const returnField = target.querySelector<HTMLInputElement>('input[name="return_to"]')
    if (returnField) returnField.value = location.pathname + location.search
  })

/** When everything that the page itself needs has come, and nobody waits for anything. */
const whenIdle = (start: () => void): void => {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(start), { once: true })
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(start)
  else setTimeout(start, 1)
}

/**
 * Loads the analytics library when the page has loaded and is idle, if its visitor allows anything beyond what the shop
 * needs; else removes what an earlier consent left behind. `session`: the check of the session has ended.
 */
export const startAnalytics = (session: Promise<void>): void => {
  keepReturnAddress()
  const groups = currentConsent()
  if (!groups?.C0002 && !groups?.C0003 && !groups?.C0004 && !groups?.C0005) return forgetAnalytics()
  // A library that does not arrive counts nothing; nothing on the page waits for it.
  whenIdle(() => void load(session).catch(() => undefined))
}

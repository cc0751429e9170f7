import { currentConsent, forgetAnalytics } from '#analytics/browser/browser-storage.ts'
import { inPageLanguage } from '#ui/browser/page-address.ts'

const load = async (session: Promise<void>): Promise<void> => {
  const { startAnalyticsLibrary } = await import('#analytics/browser/analytics-library.ts')
  await startAnalyticsLibrary(session)
}

/** A campaign is stored only with consent, so the response to the banner has to return to the whole URL. */
const updateReturnUrl = (): void =>
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== inPageLanguage('/consent'))
      return
    const returnField = target.querySelector<HTMLInputElement>('input[name="return_to"]')
    if (returnField) returnField.value = location.pathname + location.search
  })

/** Milliseconds after which a loaded page counts as idle: a busy device may have no idle moment for long. */
const longestWait = 2_000

/** When the page itself is loaded and idle. */
const whenIdle = (start: () => void): void => {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(start), { once: true })
  else if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: longestWait })
  else setTimeout(start, 1)
}

/**
 * Loads the analytics library when the page has loaded and is idle, if its visitor allows anything beyond what the shop
 * needs; otherwise removes what an earlier consent left. `session`: the session check has ended.
 */
export const startAnalytics = (session: Promise<void>): void => {
  updateReturnUrl()
  const groups = currentConsent()
  if (!groups?.C0002 && !groups?.C0003 && !groups?.C0004 && !groups?.C0005) return forgetAnalytics()
  // A library that does not arrive counts nothing; nothing on the page waits for it.
  whenIdle(() => void load(session).catch(() => undefined))
}

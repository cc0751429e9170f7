import { pageViewOf } from '#analytics/browser/page-view.ts'
import { collectorPath } from '#analytics/rules/collector-path.ts'
import { cookieNamed } from '#experiment/browser/page-flags.ts'
import { brand } from '#shared/brand.ts'

const sendView = (): void => {
  const message = pageViewOf({
    consent: cookieNamed(brand.keys.consentCookie),
    privacySignal: 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true,
    address: location,
    title: document.title,
    referrer: document.referrer,
  })
  if (message === null) return
  const body = JSON.stringify({ batch: [message] })
  const headers = { 'content-type': 'application/json' }
  // A view that does not arrive is not counted; nothing on the page waits for it.
  void fetch(collectorPath, { method: 'POST', keepalive: true, headers, body }).catch(() => undefined)
}

/** Counts the page once it is idle, if its visitor agreed to be counted. */
export const countPage = (): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(sendView)
  else sendView()
}

import { siteDownPath } from '#analytics/rules/site-down.ts'

/** On the fallback screen. */
export const siteDownMark = { 'data-site-down': '' } as const

/** Tells those who keep the shop that the page that is open could not be drawn; nothing of who saw it. */
export const sendSiteDown = (): void => {
  void fetch(siteDownPath, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: location.pathname }),
  }).catch(() => undefined)
}

/** The same for a fallback screen that the server drew. */
export const reportDrawnFallback = (): void => {
  if (document.querySelector('[data-site-down]')) sendSiteDown()
}

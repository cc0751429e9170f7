import type { Browser, BrowserContext, Page } from '@playwright/test'
import { brand } from '#shared/brand.ts'

/** Makes a browser one that has answered the question of consent before, so that nothing lies over its pages. */
export const refuseConsent = (context: BrowserContext, url: string): Promise<void> =>
  context.addCookies([
    { name: brand.keys.consentCookie, value: '0199a000-0000-4000-8000-000000000001:C0001', url },
  ])

/** A page of a new browser profile that has refused consent; closing its context ends it. */
export const newVisitor = async (
  browser: Browser,
  url: string,
  serviceWorkers: 'allow' | 'block',
): Promise<Page> => {
  const context = await browser.newContext({ baseURL: url, serviceWorkers })
  await refuseConsent(context, url)
  return context.newPage()
}

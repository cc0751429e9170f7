import type { Browser, BrowserContext, Page } from '@playwright/test'
import { brand } from '#shared/brand.ts'

/** Makes a browser one that has answered the question of consent before, so that nothing lies over its pages. */
export const refuseConsent = (context: BrowserContext, url: string): Promise<void> =>
  context.addCookies([
    { name: brand.keys.consentCookie, value: '0199a000-0000-4000-8000-000000000001:C0001', url },
  ])

/** Has the service worker take control of a browser's pages, as it has of every visit but the first. */
export const letWorkerControl = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/offline`)
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}

/** A page of a new browser profile that has refused consent, with or without the worker in control; closing its context ends it. */
export const newVisitor = async (
  browser: Browser,
  url: string,
  serviceWorkers: 'allow' | 'block',
): Promise<Page> => {
  const context = await browser.newContext({ baseURL: url, serviceWorkers })
  await refuseConsent(context, url)
  const page = await context.newPage()
  if (serviceWorkers === 'allow') await letWorkerControl(page, url)
  return page
}

import type { BrowserContext } from '@playwright/test'
import { brand } from '#shared/brand.ts'

/** Makes a browser one that has answered the question of consent before, so that nothing lies over its pages. */
export const refuseConsent = (context: BrowserContext, url: string): Promise<void> =>
  context.addCookies([
    { name: brand.keys.consentCookie, value: '0199a000-0000-4000-8000-000000000001:C0001', url },
  ])

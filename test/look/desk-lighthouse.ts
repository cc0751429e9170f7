import type { Browser } from '@playwright/test'
import { z } from 'zod'
import type { RunningShop } from '../browser/shop-child.ts'
import { deskScreens } from './desk-screens.ts'
import { openDesk } from './desk-shop.ts'
import type { OpenedDesk } from './desk-shop.ts'
import { auditPage, failedAudits, withBrowser } from './lighthouse-browser.ts'
import { openBrowser } from './look-browser.ts'
import type { Screen } from './screen-list.ts'

/** What an address alone does not show: a panel that was opened by a key, an answer to a form. Lighthouse does not look at what answers 404 or 410. */
const withoutAddress = ['desk-order-look', 'desk-catalogue-preview', 'desk-not-found', 'desk-link-used']

const goal = 100

const Report = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.object({ accessibility: z.object({ score: z.number().nullable() }) }),
  audits: z.record(z.string(), z.unknown()),
})

/** Where the page of a screen is, once lists have led to it. */
const addressOf = async (
  browser: Browser,
  { url }: RunningShop,
  { cookies, paths }: OpenedDesk,
  { path, as, prepare }: Screen,
): Promise<string> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  if (as === 'owner') await context.addCookies([...cookies])
  const page = await context.newPage()
  await page.goto(path)
  await prepare?.(page, paths)
  const address = page.url()
  await context.close()
  return address
}

interface Page {
  readonly name: string
  readonly address: string
  readonly isSignedIn: boolean
}

const measure = async (pages: readonly Page[], cookie: string): Promise<void> => {
  const missed: string[] = []
  await withBrowser(async (port) => {
    for (const { name, address, isSignedIn } of pages) {
      const headers = isSignedIn ? { headers: { cookie } } : {}
      const answer = await auditPage(address, { port, categories: ['accessibility'], ...headers })
      const { categories, audits, finalDisplayedUrl } = Report.parse(answer)
      const score = Math.round((categories.accessibility.score ?? 0) * 100)
      // Somebody who is not signed in gets another page, and a good score for it.
      const faults = finalDisplayedUrl === address ? failedAudits(audits) : [`led to ${finalDisplayedUrl}`]
      const isMissed = score < goal || finalDisplayedUrl !== address
      if (isMissed) missed.push(name)
      console.log(`${name.padEnd(24)}${String(score).padStart(5)}${isMissed ? ` ← ${faults.join(' ')}` : ''}`)
    }
  })
  console.log(`${pages.length - missed.length} of ${pages.length} pages of the desk reach ${goal}`)
  process.exitCode = missed.length > 0 ? 1 : 0
}

/** Accessibility of the pages of the desk, or of the named ones, as an owner of a shop in which a month has passed. */
export const measureDesk = async (shop: RunningShop, names: readonly string[] = []): Promise<void> => {
  const isMeasured = ({ name }: Screen): boolean =>
    !withoutAddress.includes(name) && (names.length === 0 || names.includes(name.replace(/^desk-/, '')))
  const pages: Page[] = []
  let cookie = ''
  {
    await using own = await openBrowser()
    const desk = await openDesk(own.browser, shop)
    cookie = desk.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const screen of deskScreens.filter(isMeasured)) {
      const address = await addressOf(own.browser, shop, desk, screen)
      if (pages.some((one) => one.address === address)) continue
      pages.push({ name: screen.name, address, isSignedIn: screen.as === 'owner' })
    }
  }
  await measure(pages, cookie)
}

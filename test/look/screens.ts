import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { openBrowser } from './look-browser.ts'
import { refuseConsent } from '../browser/refused-consent.ts'
import { openShop } from '../browser/shop-child.ts'
import { demoPassword } from '../../db/seed/people.ts'

interface Screen {
  readonly name: string
  readonly path: string
  /** Signs June of the demo shop in first. */
  readonly member?: boolean
  /** What to do before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>
  /** Only what the window shows, for what lies over the page. */
  readonly window?: boolean
}

const fillCart = async (page: Page): Promise<void> => {
  await page.goto('/cart?cart=syn-wk-3mo')
  const add = page.getByRole('button', { name: /^Add to cart/ })
  if (await add.isVisible()) await add.click()
  await page.waitForURL(/\/cart$/)
}

const openMenu = async (page: Page): Promise<void> => {
  const wide = (page.viewportSize()?.width ?? 0) >= 1024
  const opener = wide ? page.locator('summary', { hasText: 'Shop' }).first() : page.getByLabel('Open menu')
  await opener.click()
}

/** The key screens of the shop; the first twenty are compared with the design. */
const screens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'header-menu', path: '/', prepare: openMenu, window: true },
  { name: 'daily-synbiotic', path: '/daily-synbiotic' },
  { name: 'pediatric', path: '/pediatric-daily-synbiotic' },
  { name: 'vaginal', path: '/vaginal-synbiotic' },
  { name: 'refill', path: '/daily-synbiotic-refill' },
  { name: 'get-started', path: '/get-started' },
  { name: 'quiz', path: '/is-ds01-right-for-you' },
  { name: 'science', path: '/science' },
  { name: 'approach', path: '/approach' },
  { name: 'sustainability', path: '/sustainability' },
  { name: 'reference', path: '/reference/syn-wk' },
  { name: 'cultured', path: '/cultured' },
  { name: 'article', path: '/cultured/why-soil-has-layers' },
  { name: 'cart', path: '/cart', prepare: fillCart },
  { name: 'checkout', path: '/checkout', prepare: async (page) => {
    await fillCart(page)
    await page.goto('/checkout')
  } },
  { name: 'login', path: '/login' },
  { name: 'account-home', path: '/account/home', member: true },
  { name: 'account-subscriptions', path: '/account/subscriptions', member: true },
  { name: 'account-orders', path: '/account/orders', member: true },
  { name: 'not-found', path: '/nothing-here' },
  { name: 'how-it-works', path: '/how-it-works' },
  { name: 'microbiome', path: '/microbiome' },
  { name: 'refills', path: '/refills' },
  { name: 'reference-all', path: '/reference' },
  { name: 'seedlabs', path: '/seedlabs' },
  { name: 'press', path: '/press' },
  { name: 'contact', path: '/contact' },
  { name: 'entire-world', path: '/entire-world' },
  { name: 'target', path: '/target' },
  { name: 'continue', path: '/continue' },
  { name: 'order', path: '/order' },
  { name: 'terms', path: '/subscription-terms' },
  { name: 'university', path: '/seeduniversity' },
  { name: 'settings', path: '/account', member: true },
] // prettier-ignore

const widths = { 390: 844, 1440: 900 } as const

const signIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('main').getByLabel('Email').fill('june@loam.example')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/account/)
}

/** Pictures wait until they are near; the whole page is in this picture. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })

interface Look {
  readonly width: number
  readonly height: number
  readonly scheme: 'light' | 'dark'
  readonly folder: string
  readonly baseURL: string
}

const take = async (browser: Browser, chosen: readonly Screen[], look: Look): Promise<void> => {
  const { width, height, scheme, folder, baseURL } = look
  const context = () =>
    browser.newContext({ baseURL, viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce' })
  const [visitors, members] = [await context(), await context()]
  await Promise.all([visitors, members].map((browsing) => refuseConsent(browsing, baseURL)))
  if (chosen.some((screen) => screen.member)) await signIn(await members.newPage())
  for (const { name, path, member, prepare, window } of chosen) {
    const page = await (member ? members : visitors).newPage()
    await page.goto(path)
    await prepare?.(page)
    await settle(page)
    const suffix = scheme === 'dark' ? `${width}-dark` : String(width)
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`), fullPage: !window })
    await page.close()
  }
  await Promise.all([visitors.close(), members.close()])
}

// `npm run screens -- home cart --dark --url=http://localhost:3000`
const words = process.argv.slice(2)
const named = words.filter((word) => !word.startsWith('--'))
const chosen = named.length > 0 ? screens.filter(({ name }) => named.includes(name)) : screens.slice(0, 21)
const scheme = words.includes('--dark') ? 'dark' : 'light'
const given = words.find((word) => word.startsWith('--url='))?.slice('--url='.length)
const folder = join(import.meta.dirname, '../../screens')

await mkdir(folder, { recursive: true })
const lookAt = async (baseURL: string): Promise<void> => {
  await using opened = await openBrowser()
  for (const [width, height] of Object.entries(widths)) {
    await take(opened.browser, chosen, { width: Number(width), height, scheme, folder, baseURL })
  }
}
if (given) await lookAt(given)
else await openShop(({ url }) => lookAt(url))
console.log(`${chosen.length} screens at both widths are in ${folder}`)

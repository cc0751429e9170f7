import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { deskScreens } from './desk-screens.ts'
import { openDesk } from './desk-shop.ts'
import type { OpenedDesk } from './desk-shop.ts'
import { openBrowser } from './look-browser.ts'
import { makeFullMember } from './full-member.ts'
import { fullScreens, keyScreens, otherScreens } from './screen-list.ts'
import type { Looker, Screen } from './screen-list.ts'
import { refuseConsent } from '../browser/refused-consent.ts'
import { openShop } from '../browser/shop-child.ts'
import type { RunningShop } from '../browser/shop-child.ts'
import { demoPassword } from '../../db/seed/people.ts'

/** Whole pages at two widths, and what is first seen on a tablet and on a phone whose browser takes its part of the height. */
const windows = [
  { width: 390, height: 844, first: false },
  { width: 390, height: 664, first: true },
  { width: 820, height: 1180, first: true },
  { width: 1440, height: 900, first: false },
] as const
const schemes = ['light', 'dark'] as const

const signIn = async (page: Page, looker: Looker): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('main').getByLabel('Email').fill(`${looker}@loam.example`)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/account/)
}

/** Pictures wait until they are near; the full page is in this picture. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const shown = async (image: HTMLImageElement): Promise<void> => {
      image.loading = 'eager'
      // On a busy machine decode() refuses a picture whose request has only begun.
      if (!image.complete)
        await new Promise((done) => {
          image.addEventListener('load', done, { once: true })
          image.addEventListener('error', done, { once: true })
        })
      await image.decode().catch(() => undefined)
    }
    await Promise.all([...document.images].map(shown))
    await document.fonts.ready
    // What was decoded is painted in the frame after the next.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })

interface Look {
  readonly width: number
  readonly height: number
  /** Only what is seen without scrolling. */
  readonly first: boolean
  readonly scheme: (typeof schemes)[number]
  readonly folder: string
  readonly baseURL: string
  /** The owner's cookies and further pages; null where nobody looks at the desk. */
  readonly opened: OpenedDesk | null
}

/** One context per person, signed in once. */
const lookers = (browser: Browser, { width, height, scheme, baseURL, opened }: Look) => {
  const open = new Map<Looker | 'visitor', Promise<BrowserContext>>()
  const openFor = async (looker: Looker | undefined): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL,
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    })
    await refuseConsent(context, baseURL)
    if (looker === 'owner') await context.addCookies([...(opened?.cookies ?? [])])
    else if (looker && looker !== 'invited') await signIn(await context.newPage(), looker)
    return context
  }
  return (looker: Looker | undefined): Promise<BrowserContext> => {
    // A visitor's cart would be seen on the next page, so each page gets a visitor of its own.
    if (!looker) return openFor(looker)
    const context = open.get(looker) ?? openFor(looker)
    open.set(looker, context)
    return context
  }
}

const noPaths = { received: '', join: '', addPasskey: '' } as const

const take = async (browser: Browser, chosen: readonly Screen[], look: Look): Promise<void> => {
  const contextOf = lookers(browser, look)
  const size = look.first ? `${look.width}x${look.height}` : String(look.width)
  const suffix = look.scheme === 'dark' ? `${size}-dark` : size
  for (const { name, path, as, prepare, window } of chosen) {
    const context = await contextOf(as)
    const page = await context.newPage()
    await page.goto(path)
    await prepare?.(page, look.opened?.paths ?? noPaths)
    await settle(page)
    await page.screenshot({
      path: join(look.folder, `${name}-${suffix}.png`),
      fullPage: !window && !look.first,
    })
    await (as ? page.close() : context.close())
  }
}

// `npm run screens`, `npm run screens -- home cart --dark`, `npm run screens -- --all --url=http://localhost:3000`,
// `npm run screens -- --desk`
const args = process.argv.slice(2)
const named = args.filter((word) => !word.startsWith('--'))
const all = [...keyScreens, ...otherScreens, ...fullScreens, ...deskScreens]
const chosen =
  named.length > 0
    ? all.filter(({ name }) => named.includes(name))
    : args.includes('--desk')
      ? deskScreens
      : args.includes('--all')
        ? all
        : keyScreens
const chosenSchemes = schemes.filter((scheme) => !args.includes(scheme === 'dark' ? '--light' : '--dark'))
const given = args.find((word) => word.startsWith('--url='))?.slice('--url='.length)
const folder = join(import.meta.dirname, '../../screens')

await mkdir(folder, { recursive: true })
const lookAt = async (
  baseURL: string,
  screens: readonly Screen[],
  openDeskIn?: (browser: Browser) => Promise<OpenedDesk>,
): Promise<void> => {
  if (screens.length === 0) return
  await using own = await openBrowser()
  const opened = (await openDeskIn?.(own.browser)) ?? null
  for (const size of windows)
    for (const scheme of chosenSchemes)
      await take(own.browser, screens, { ...size, scheme, folder, baseURL, opened })
}
const byLooker = (...lookersOf: readonly Looker[]): readonly Screen[] =>
  chosen.filter(({ as }) => as !== undefined && lookersOf.includes(as))
const plain = chosen.filter((screen) => !byLooker('maximiliana', 'owner', 'invited').includes(screen))

const lookAtOwnShop = async (shop: RunningShop): Promise<void> => {
  await lookAt(shop.url, plain)
  await lookAt(shop.url, byLooker('owner', 'invited'), (browser) => openDesk(browser, shop))
  // Maximiliana's history takes months, so her pages are the last.
  if (byLooker('maximiliana').length > 0) await makeFullMember(shop)
  await lookAt(shop.url, byLooker('maximiliana'))
}

// Of a shop that somebody else runs, nobody signs in at the desk.
if (given) await lookAt(given, plain)
else await openShop(lookAtOwnShop)
console.log(
  `${chosen.length} screens at 390×844, 390×664, 820×1180 and 1440 px in ${chosenSchemes.join(' and ')} are in ${folder}`,
)

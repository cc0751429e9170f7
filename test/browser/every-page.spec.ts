import type { Page } from '@playwright/test'
import { inForm } from './buying.ts'

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

/** The cart and the checkout are looked at with something in the cart, all the others without. */
const buying = ['/cart', '/checkout'] as const

/** Pages for everybody; those of one group are looked at by one visitor, for a new one costs more than a page. */
const groups = {
  'product pages': [
    '/daily-synbiotic', '/daily-synbiotic-refill', '/pediatric-daily-synbiotic', '/pediatric-daily-synbiotic-refill',
    '/vaginal-synbiotic', '/vaginal-synbiotic-refill',
  ],
  'pages that lead to a product': ['/', '/get-started', '/science', '/how-it-works', '/is-ds01-right-for-you'],
  'pages about the shop': [
    '/sustainability', '/subscription-terms', '/terms-conditions', '/privacy-policy', '/accessibility', '/contact',
  ],
  'pages with something to do': [
    '/login', '/recover', '/order', '/consent', '/outbox', '/time-machine', '/nothing-here',
  ],
  'cart and checkout': buying,
} as const // prettier-ignore

const open = Object.values(groups).flat()

const ofMembers = [
  '/onboarding/onboarding',
  '/account',
  '/account/settings/sign-in',
  '/account/settings/devices',
  '/account/home',
  '/account/subscriptions',
  '/account/orders',
]

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
}

/** Sheets of paper that the page prints on. */
const sheets = async (page: Page): Promise<number> => {
  const file = (await page.pdf({ format: 'Letter' })).toString('latin1')
  return file.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

const signIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await inForm(page).getByLabel('Email').fill('june@loam.example')
  await page.getByLabel('Password').fill('good-soil-26')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/account/)
}

const fillCart = async (page: Page): Promise<void> => {
  await visit(page, '/cart?cart=syn-wk-3mo')
}

/** The shop's own addresses that a page leads to. */
const linksOf = async (page: Page): Promise<string[]> => {
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll((found) => found.map((a) => a.getAttribute('href') ?? ''))
  return hrefs.map((href) => href.replace(/#.*/, ''))
}

/** Sums in tables, and those of them that lie beside the window: a table may scroll inside its own frame. */
const pricesInTables = (page: Page): Promise<{ all: number; hidden: string[] }> =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('table :is(td, th)')].filter(({ textContent }) =>
      textContent.includes('$'),
    )
    const hidden = cells.filter((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      return left < 0 || right > innerWidth
    })
    return { all: cells.length, hidden: hidden.map(({ textContent }) => textContent) }
  })

/** The addresses among them that lead nowhere. */
const brokenOf = async (page: Page, links: ReadonlySet<string>): Promise<string[]> => {
  const broken: string[] = []
  for (const href of links) {
    const answer = await page.request.get(href, { maxRedirects: 3 })
    if (answer.status() >= 400 && !href.startsWith('/outbox/')) broken.push(`${answer.status()} ${href}`)
  }
  return broken
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })
    // What axe sees of most pages is the same at both widths; `npm run axe` looks at all of them.
    const isNarrow = viewport.width === 390

    for (const [name, paths] of Object.entries(groups)) {
      test(`${name} are accessible`, async ({ page }) => {
        if (paths === buying) await fillCart(page)
        for (const path of paths) {
          await visit(page, path)
          if (isNarrow || paths === buying) await expectAccessible(page)
          await expectNoSidewaysScroll(page)
        }
      })
    }

    test('pages for members are accessible', async ({ page }) => {
      await signIn(page)
      for (const path of ofMembers) {
        await visit(page, path)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      await page.locator('main a[href^="/account/orders/"]').first().click()
      await expect(page).toHaveURL(/\/account\/orders\/L/)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      expect(await sheets(page)).toBe(1)
      await page.getByRole('main').getByRole('link', { name: 'Invoice' }).click()
      await expect(page.getByRole('main')).toContainText('Save as PDF')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      expect(await sheets(page)).toBe(1)
    })
  })
}

test.describe('320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('no page scrolls sideways, table prices are on the screen, and every public link leads to a page', async ({
    page,
  }) => {
    const links = new Set<string>()
    let prices = 0
    const look = async (path: string): Promise<void> => {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
      const { all, hidden } = await pricesInTables(page)
      expect(hidden, path).toEqual([])
      prices += all
      for (const href of await linksOf(page)) links.add(href)
    }
    // An empty cart has other links than a full one.
    for (const path of buying) await look(path)
    await fillCart(page)
    for (const path of open) await look(path)
    expect(prices).toBeGreaterThan(10)
    expect(await brokenOf(page, links)).toEqual([])
    await signIn(page)
    for (const path of ofMembers) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
    }
  })
})

test.describe('text twice as large on a phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, isMobile: true })

  test('no text is cut off at the side, including the consent banner', async ({ page }) => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await page.context().clearCookies()
    for (const path of ['/', '/login', '/contact']) {
      await visit(page, path)
      await expect(page.getByRole('region', { name: 'Consent' })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await fillCart(page)
    for (const path of ['/daily-synbiotic', '/get-started', '/cart', '/checkout']) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
    }
  })
})

test('the start message names the demo members and test cards', ({ shop }) => {
  expect(shop.greeting).toContain(shop.url)
  for (const name of [
    'mara@loam.example',
    'june@loam.example',
    '4242 4242 4242 4242',
    '/time-machine',
    '/outbox',
  ]) {
    expect(shop.greeting).toContain(name)
  }
})

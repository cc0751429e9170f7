import type { Page } from '@playwright/test'
import { inForm } from './buying.ts'

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './running-shop.ts'

const open = [
  '/', '/daily-synbiotic', '/daily-synbiotic-refill', '/pediatric-daily-synbiotic', '/pediatric-daily-synbiotic-refill',
  '/vaginal-synbiotic', '/vaginal-synbiotic-refill', '/get-started', '/science', '/sustainability', '/subscription-terms',
  '/terms-conditions', '/privacy-policy', '/accessibility', '/contact', '/how-it-works', '/cart', '/checkout', '/login',
  '/recover', '/order', '/is-ds01-right-for-you', '/consent', '/outbox', '/time-machine', '/nothing-here',
] // prettier-ignore

const ofMembers = [
  '/onboarding/onboarding',
  '/account',
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

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    for (const path of open) {
      test(`${path} stands in nobody’s way`, async ({ page }) => {
        if (path === '/cart' || path === '/checkout') await fillCart(page)
        await visit(page, path)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })
    }

    test('pages for members stand in nobody’s way', async ({ page }) => {
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

  test('nothing scrolls sideways', async ({ page }) => {
    await fillCart(page)
    for (const path of open) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
    }
    await signIn(page)
    for (const path of ofMembers) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
    }
  })
})

test('the start says who lives in the demo shop and which cards there are', ({ shop }) => {
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

test('every link of the pages for everybody leads somewhere', async ({ page }) => {
  const links = new Set<string>()
  for (const path of open) {
    await visit(page, path)
    for (const href of await page
      .locator('a[href^="/"]')
      .evaluateAll((found) => found.map((a) => a.getAttribute('href') ?? '')))
      links.add(href.replace(/#.*/, ''))
  }
  const broken: string[] = []
  for (const href of links) {
    const answer = await page.request.get(href, { maxRedirects: 3 })
    if (answer.status() >= 400 && !href.startsWith('/outbox/')) broken.push(`${answer.status()} ${href}`)
  }
  expect(broken).toEqual([])
})

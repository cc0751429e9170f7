import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { chromiumPath } from '../browser/chromium.ts'
import { refuseConsent } from '../browser/refused-consent.ts'
import { copySources } from './source-copy.ts'
import type { SourceCopy } from './source-copy.ts'
import { runInTerminal } from './terminal.ts'

const promoFields = 'src/cart/screens/promo-code-fields.tsx'
const shippingRule = 'src/pricing/rules/shipping-fee.ts'
/** Applied by the server alone. */
const upsellRule = 'src/cart/rules/upsell.ts'

/** The checkout page, and every error that it reports. */
const openCheckout = async (page: Page): Promise<string[]> => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto('/cart?cart=syn-wk')
  await page.goto('/checkout')
  return problems
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text()

const showsComponentEdits = async (page: Page, { edit }: SourceCopy): Promise<void> => {
  const problems = await openCheckout(page)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  const code = page.getByLabel('Enter promo code')
  await code.fill('TYPED')
  await edit(promoFields, "{t('apply')}\n", 'Use this code\n')
  await page.getByRole('button', { name: 'Use this code' }).waitFor()
  expect(await code.inputValue()).toBe('TYPED')
  expect(problems).toEqual([])

  await edit(promoFields, 'Use this code\n', 'Use {this code\n')
  await page.locator('vite-error-overlay').waitFor()
  await edit(promoFields, 'Use {this code\n', 'Use it\n')
  await page.getByRole('button', { name: 'Use it' }).waitFor()
  await page.locator('vite-error-overlay').waitFor({ state: 'detached' })
}

const showsRuleEdits = async (page: Page, { edit }: SourceCopy): Promise<void> => {
  const cart = async (): Promise<string> => (await page.request.get('/api/cart')).text()
  expect(await cart()).toContain('vs-wk')
  await edit(upsellRule, '!products.includes(productId)', "!['vs-01', ...products].includes(productId)")
  await expect.poll(cart).not.toContain('vs-wk')

  await page.goto('/shipping-billing')
  const main = page.getByRole('main')
  expect(await main.textContent()).toContain('for a flat $10.00 per order')
  await edit(shippingRule, 'abroad: feeIn(', 'abroad: 100 + feeIn(')
  await page.getByText('for a flat $11.00 per order').waitFor({ state: 'attached' })

  await edit(shippingRule, 'abroad: 100 + feeIn(', 'abroad: = 100 + feeIn(')
  await page.locator('vite-error-overlay').waitFor()
  await expect.poll(() => textOf(page.url())).toContain('The sources have an error')
  await page.reload()
  await edit(shippingRule, 'abroad: = 100 + feeIn(', 'abroad: 200 + feeIn(')
  await page.getByText('for a flat $12.00 per order').waitFor({ state: 'attached' })
}

const showsNewPage = async (page: Page, { folder, edit }: SourceCopy): Promise<void> => {
  const source = 'const NewPage = () => <p>A page of its own</p>\nexport default NewPage\n'
  await writeFile(join(folder, 'src/contact/screens/new-page.tsx'), source)
  const row = `{ id: 'new', path: '/new-page', file: '../contact/screens/new-page.tsx' },`
  await edit('src/web/routing/paths.ts', 'export const screens = [\n', `export const screens = [\n  ${row}\n`)
  await expect.poll(() => textOf(new URL('/new-page', page.url()).href)).toContain('A page of its own')
}

/** A browser's cache of a build must not be used for sources, and files beside the sources are not served. */
const keepsToSources = async (page: Page, { folder }: SourceCopy): Promise<void> => {
  const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(workers).toBe(0)
  const statusOf = async (path: string): Promise<number> => (await fetch(new URL(path, page.url()))).status
  expect(await statusOf('/service-worker.js')).toBe(404)
  expect(await statusOf('/src/shared/money.ts')).toBe(200)
  expect(existsSync(join(folder, '.data/secret'))).toBe(true)
  for (const path of ['/.data/secret', `/@fs${folder}/.data/secret`, `/@fs${folder}/.data/secret?raw`])
    expect(await statusOf(path), path).toBeGreaterThanOrEqual(403)
}

test('npm run dev, in a folder closed to others, shows edits of components and rules without a build, and Ctrl-C stops everything', async () => {
  const copy = await copySources()
  const browser = await chromium.launch({
    executablePath: chromiumPath() ?? undefined,
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const dev = await runInTerminal('dev', { DEMO: 'off' }, copy.folder)
  try {
    await dev.opened
    const context = await browser.newContext({ baseURL: dev.url })
    context.setDefaultTimeout(120_000)
    await refuseConsent(context, dev.url)
    const page = await context.newPage()
    await showsComponentEdits(page, copy)
    await showsNewPage(page, copy)
    // After it there is a new Vite.
    await showsRuleEdits(page, copy)
    await keepsToSources(page, copy)
  } catch (thrown) {
    throw new Error(`after:\n${dev.output()}`, { cause: thrown })
  } finally {
    await browser.close()
    await dev.interrupt()
  }
  expect(existsSync(join(copy.folder, 'build'))).toBe(false)
  expect(await readdir(join(copy.folder, '.data/postgres/data'))).not.toContain('postmaster.pid')
  await copy.remove()
})

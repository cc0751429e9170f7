import { openBrowser } from '/work/h/wallet/test/look/look-browser.ts'
const base = 'http://localhost:4810'
const out = '/tmp/wal/'
const { browser } = await openBrowser()
const [w, h, scheme, what] = process.argv.slice(2)
const ctx = await browser.newContext({
  baseURL: base,
  viewport: { width: +w, height: +h },
  colorScheme: scheme,
  reducedMotion: 'reduce',
})
const page = await ctx.newPage()
page.on('console', (m) => {
  if (m.type() === 'error') console.log('CONSOLE', m.text())
})
page.on('pageerror', (e) => console.log('ERR', e.message))
await page.goto('/daily-synbiotic')
await page.evaluate(() => document.cookie)
const refuse = page.getByRole('button', { name: /^(Decline|Refuse|Reject|Only)/ })
if (await refuse.count())
  await refuse
    .first()
    .click()
    .catch(() => {})
const n = `${out}${w}x${h}-${scheme}-`
const wallet = page.locator('[data-wallet]')
await wallet.scrollIntoViewIfNeeded()
await page
  .getByRole('button', { name: 'Pay with Sandbox Wallet' })
  .waitFor({ timeout: 10000 })
  .catch((e) => console.log('no button'))
await wallet.evaluate((e) => e.scrollIntoView({ block: 'center' }))
await page.screenshot({ path: n + 'product.png' })
await page.getByRole('button', { name: 'Pay with Sandbox Wallet' }).click()
const f = page.frameLocator('dialog iframe')
await f
  .locator('#lines dt')
  .first()
  .waitFor({ timeout: 10000 })
  .catch((e) => console.log('no lines'))
await page.screenshot({ path: n + 'sheet.png' })
await f.getByRole('button', { name: 'Close' }).click()
await page
  .getByRole('button', { name: /Start Now/ })
  .first()
  .click()
await page.waitForURL(/cart/)
await page.getByRole('button', { name: 'Pay with Sandbox Wallet' }).waitFor()
await page.locator('[data-wallet]').evaluate((e) => e.scrollIntoView({ block: 'center' }))
await page.screenshot({ path: n + 'cart.png' })
await page.goto('/checkout')
await page.getByRole('button', { name: 'Pay with Sandbox Wallet' }).waitFor()
await page.screenshot({ path: n + 'checkout.png' })
await browser.close()

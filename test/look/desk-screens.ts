import type { Browser, BrowserContext, Page } from '@playwright/test'
import { reportParts } from '#report/rules/report-parts.ts'
import { choose, fillAddress, newEmail, pay, startCheckout } from '../browser/buying.ts'
import { joinDesk } from '../browser/desk-person.ts'
import { refuseConsent } from '../browser/refused-consent.ts'
import type { RunningShop } from '../browser/shop-child.ts'
import type { Screen } from './screen-list.ts'

const allDue = '/desk/fulfillment?until=2099-01-01'

/** Follows the first link of the page whose address begins like this and goes further. */
const into =
  (address: string): Screen['prepare'] =>
  async (page) => {
    const links = page.getByRole('main').locator(`a[href^="${address}"]:not([href*=".csv"], [href*=".pdf"])`)
    await links.first().click()
    await page.waitForLoadState()
  }

/** The same, and then the page of one act of what was found. */
const actOf =
  (address: string, act: string): Screen['prepare'] =>
  async (page) => {
    await into(address)?.(page)
    await page.goto(`${new URL(page.url()).pathname}/${act}`)
  }

const desk = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
  name: `desk-${name}`,
  path: `/desk${path}`,
  as: 'owner',
  ...(prepare ? { prepare } : {}),
})

/** Every page of the desk, as an owner sees it. */
export const deskScreens: readonly Screen[] = [
  desk('home', ''),
  desk('more', '/more'),
  desk('find', '/find?q=june'),
  desk('find-nothing', '/find?q=nobody-has-this-name'),
  desk('orders', '/orders'),
  desk('orders-none', '/orders?country=NZ'),
  desk('order-columns', '/orders/columns'),
  desk('order-views', '/orders/views'),
  desk('order', '/orders', into('/desk/orders/L')),
  desk('refund', '/orders', actOf('/desk/orders/L', 'refund')),
  desk('address', '/orders', actOf('/desk/orders/L', 'address')),
  desk('reship', '/orders', actOf('/desk/orders/L', 'reship')),
  desk('member', '/find?q=june', into('/desk/members/')),
  desk('member-act', '/find?q=june', actOf('/desk/members/', 'act')),
  desk('subscription', '/find?q=june', async (page) => {
    await into('/desk/members/')?.(page)
    await into('/desk/subscriptions/')?.(page)
  }),
  desk('fulfillment', '/fulfillment?until=2099-01-01'),
  desk('pack', '/fulfillment?until=2099-01-01', into('/desk/fulfillment/L')),
  desk('batches', '/fulfillment/batches'),
  desk('batch', '/fulfillment/batches', into('/desk/fulfillment/batches/')),
  desk('tracking', '/fulfillment/tracking'),
  desk('tracking-import', '/fulfillment/tracking', async (page) => {
    const rows = ['order,carrier,tracking', 'L000000000,ups,1Z0', 'L000000001,pigeon,1Z1']
    const file = { name: 'ups.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Read the file' }).click()
    await page.waitForURL(/tracking\/[\w-]+$/)
  }),
  desk('returns', '/fulfillment/returns'),
  desk('approvals', '/approvals'),
  desk('messages', '/messages'),
  desk('reviews', '/reviews'),
  desk('catalogue', '/catalogue'),
  desk('catalogue-entry', '/catalogue', into('/desk/catalogue/entries/')),
  desk('catalogue-new', '/catalogue/new'),
  desk('price-increases', '/price-increases'),
  desk('price-increase-new', '/price-increases/new'),
  desk('stock', '/stock'),
  desk('coupons', '/coupons'),
  desk('coupon', '/coupons', into('/desk/coupons/codes/')),
  desk('coupon-new', '/coupons/new'),
  desk('coupon-batches', '/coupons/batches'),
  desk('report', '/report'),
  ...reportParts.map((part) => desk(`report-${part}`, `/report/${part}`)),
  desk('finance', '/finance'),
  desk('reconciliation', '/finance/reconciliation'),
  desk('payouts', '/finance/payouts'),
  desk('ledger', '/finance/ledger'),
  desk('postings', '/finance/ledger', into('/desk/finance/ledger/')),
  desk('taxes', '/finance/taxes'),
  desk('invoices', '/finance/invoices'),
  desk('disputes', '/finance/disputes'),
  desk('developers', '/developers'),
  desk('keys', '/developers/keys'),
  desk('apps', '/developers/apps'),
  desk('team', '/team'),
  desk('log', '/team/log'),
  desk('passkeys', '/person'),
  desk('not-found', '/nothing-here'),
]

/** Two orders that wait, bought by somebody who is new. */
const buyTwo = async (page: Page): Promise<void> => {
  for (const plan of ['1 month', '3 months']) {
    await page.goto('/daily-synbiotic')
    await choose(page, 'Refill', plan)
    await startCheckout(page)
    await fillAddress(page, { email: newEmail() })
    await pay(page, 'approve', true)
    await page.waitForURL(/\/thank-you/)
  }
}

/** The most urgent order is put into a batch. */
const makeBatch = async (page: Page): Promise<void> => {
  await page.goto(allDue)
  await page.getByLabel(/Shipments, of \d+ in no batch/).fill('1')
  await page.getByRole('button', { name: 'Make a batch' }).click()
  await page.waitForURL(/batches\/\d+$/)
}

/** An owner's cookies at the desk of a shop that has something to show. */
export const openDesk = async (
  browser: Browser,
  shop: RunningShop,
): Promise<Parameters<BrowserContext['addCookies']>[0]> => {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1440, height: 900 } })
  await refuseConsent(context, shop.url)
  const page = await context.newPage()
  await buyTwo(page)
  await joinDesk(page, shop, 'owner', 'Olive Ramos')
  await makeBatch(page)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

import type { Page } from '@playwright/test'
import { reportParts } from '#report/rules/report.ts'
import type { DeskPaths, Screen } from './screen-list.ts'

/** Follows the first link of the page whose address begins like this and goes further, or has this in it. */
const into =
  (address: string, within = '/') =>
  async (page: Page): Promise<void> => {
    const wanted = `a[href^="${address}"][href*="${within}"]:not([href*=".csv"], [href*=".pdf"])`
    const links = page.getByRole('main').locator(wanted)
    await links.first().click()
    await page.waitForLoadState()
  }

/** The same, and then the page of one action of what was found. */
const actionOf =
  (address: string, action: string) =>
  async (page: Page): Promise<void> => {
    await into(address)(page)
    await page.goto(`${new URL(page.url()).pathname}/${action}`)
  }

const goTo =
  (which: keyof DeskPaths) =>
  async (page: Page, paths: DeskPaths): Promise<void> => {
    await page.goto(paths[which])
  }

const desk = (name: string, path: string, prepare?: Screen['prepare']): Screen => ({
  name: `desk-${name}`,
  path: `/desk${path}`,
  as: 'owner',
  ...(prepare ? { prepare } : {}),
})

const newCampaign = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New campaign' }).click()
  await page.waitForURL(/newsletters\/[\w-]{36}$/)
}

/** A page of a campaign that was begun. */
const ofCampaign =
  (part: string) =>
  async (page: Page): Promise<void> => {
    await newCampaign(page)
    await page.goto(`${new URL(page.url()).pathname}/${part}`)
  }

/** Every page of the desk, as an owner sees it, and those before somebody is signed in. */
export const deskScreens: readonly Screen[] = [
  desk('home', ''),
  desk('renewal-run', '', into('/desk/renewals/')),
  desk('lost', '/tasks/shipment-lost'),
  desk('work-none', '/tasks/review-waiting'),
  desk('more', '/more'),
  desk('find', '/find?q=june'),
  desk('find-recent', '/orders', async (page) => {
    await into('/desk/orders/L')(page)
    await page.goto('/desk/orders')
    await page.keyboard.press('/')
    await page.getByRole('dialog').getByRole('link').first().waitFor()
  }),
  desk('find-nothing', '/find?q=nobody-has-this-name'),
  desk('orders', '/orders'),
  desk('orders-none', '/orders?country=NZ'),
  desk('orders-chosen', '/orders?chosen=all'),
  desk('bulk-actions', '/orders/bulk'),
  desk('bulk-action', '/orders?chosen=all', async (page) => {
    await page.getByRole('button', { name: 'Hold…' }).click()
    await page.waitForLoadState()
  }),
  desk('order-look', '/orders', async (page) => {
    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    await page.getByText('is shown beside the list').waitFor()
  }),
  desk('order-exports', '/orders/exports'),
  desk('order-export', '/orders/exports', async (page) => {
    await page.getByRole('button', { name: 'Start the export' }).click()
    await page.waitForURL(/exports\/[\w-]+$/)
    await page.getByRole('link', { name: 'Download orders.csv' }).waitFor()
  }),
  desk('order-tags', '/orders?chosen=all', async (page) => {
    await page.getByRole('button', { name: 'Tag…' }).click()
    await page.waitForLoadState()
  }),
  desk('order-columns', '/orders/columns'),
  desk('order-views', '/orders/views'),
  desk('order', '/orders', into('/desk/orders/L')),
  desk('refund', '/orders', actionOf('/desk/orders/L', 'refund')),
  desk('address', '/orders', actionOf('/desk/orders/L', 'address')),
  desk('reship', '/orders', actionOf('/desk/orders/L', 'reship')),
  desk('member', '/find?q=june', into('/desk/members/')),
  desk('member-session', '/find?q=june', async (page) => {
    await into('/desk/members/')(page)
    await page.getByRole('link', { name: /^End…/ }).first().click()
    await page.waitForLoadState()
  }),
  desk('act-for-member', '/find?q=june', actionOf('/desk/members/', 'act')),
  // A page of the shop, with the banner of a visit.
  { ...desk('visit', ''), path: '/account/home' },
  { ...desk('visit-writes', ''), path: '/agent' },
  desk('subscription', '/find?q=june', async (page) => {
    await into('/desk/members/')(page)
    await into('/desk/subscriptions/')(page)
  }),
  desk('fulfillment', '/fulfillment?until=2099-01-01'),
  desk('pack', '/fulfillment?until=2099-01-01', into('/desk/fulfillment/L')),
  desk('batches', '/fulfillment/batches'),
  desk('batch', '/fulfillment/batches', into('/desk/fulfillment/batches/')),
  desk('tracking', '/fulfillment/tracking'),
  desk('tracking-import', '/fulfillment/tracking', async (page) => {
    const rows = ['order,carrier,tracking', 'L000000000,ups,1Z0', 'L000000001,pigeon,1Z1']
    const file = { name: 'ups.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    await page.getByLabel('CSV or JSON file').setInputFiles(file)
    await page.getByRole('button', { name: 'Read the file' }).click()
    await page.waitForURL(/tracking\/[\w-]+$/)
  }),
  desk('returns', '/fulfillment/returns'),
  desk('return', '/fulfillment/returns', into('/desk/fulfillment/returns/')),
  desk('return-received', '/fulfillment/returns', goTo('received')),
  desk('problems', '/problems'),
  desk('problem', '/problems', into('/desk/problems/')),
  desk('problem-declined', '/problems?state=declined', into('/desk/problems/')),
  desk('refused-refunds', '/tasks/refund-refused'),
  desk('refused-refund', '/tasks/refund-refused', into('/desk/refunds/')),
  desk('parked', '/tasks/renewal-parked'),
  desk('parked-subscription', '/tasks/renewal-parked', into('/desk/subscriptions/')),
  desk('approvals', '/approvals'),
  desk('approval', '/approvals', async (page) => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Refund/ })
      .first()
      .click()
    await page.waitForLoadState()
  }),
  desk('approval-entry', '/approvals', async (page) => {
    await page
      .getByRole('main')
      .getByRole('link', { name: /pds-rf/ })
      .first()
      .click()
    await page.waitForLoadState()
  }),
  desk('messages', '/messages'),
  desk('message', '/messages', into('/desk/messages/')),
  desk('reviews', '/reviews'),
  desk('catalogue', '/catalogue'),
  desk('catalogue-entry', '/catalogue', into('/desk/catalogue/entries/')),
  desk('surveys', '/surveys'),
  desk('survey-new', '/surveys/new'),
  desk('survey', '/surveys/is-ds01-right-for-you'),
  desk('survey-branches', '/surveys/is-ds01-right-for-you/branches'),
  desk('survey-outcomes', '/surveys/is-ds01-right-for-you/outcomes'),
  desk('survey-texts', '/surveys/is-ds01-right-for-you/texts/de'),
  desk('catalogue-preview', '/catalogue/entries/syn-wk', async (page) => {
    await page.getByRole('textbox', { name: 'Note when it ships later' }).fill('Est. 6 weeks')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Publish' }).waitFor()
  }),
  desk('catalogue-version', '/catalogue/entries/syn-wk', into('/desk/catalogue/entries/', '/versions/')),
  desk('catalogue-new', '/catalogue/new'),
  desk('price-increases', '/price-increases'),
  desk('price-increase-new', '/price-increases/new'),
  desk('stock', '/stock'),
  desk('stock-product', '/stock/ds-01'),
  desk('stock-receipts', '/stock/receipts/file'),
  desk('newsletters', '/newsletters'),
  desk('newsletter', '/newsletters', newCampaign),
  desk('newsletter-audience', '/newsletters', ofCampaign('audience')),
  desk('newsletter-send', '/newsletters', ofCampaign('send')),
  desk('newsletter-results', '/newsletters', ofCampaign('results')),
  desk('suppressions', '/suppressions'),
  desk('pages', '/pages'),
  desk('page', '/pages/science'),
  desk('page-new', '/pages/new'),
  desk('page-versions', '/pages/science/versions'),
  desk('uploads', '/uploads'),
  desk('coupons', '/coupons'),
  desk('coupon', '/coupons', into('/desk/coupons/codes/')),
  desk('coupon-new', '/coupons/new'),
  desk('coupon-batches', '/coupons/batches'),
  desk('experiments', '/experiments'),
  desk('experiment', '/experiments/retention_offer'),
  desk('experiment-new', '/experiments/new'),
  desk('flags', '/flags'),
  desk('flag', '/flags/ape-cart'),
  desk('flag-new', '/flags/new'),
  desk('places', '/places'),
  desk('place', '/places', into('/desk/places/country/')),
  desk('report', '/report'),
  ...reportParts.map((part) => desk(`report-${part}`, `/report/${part}`)),
  desk('finance', '/finance'),
  desk('reconciliation', '/finance/reconciliation'),
  desk('payouts', '/finance/payouts'),
  desk('payout', '/finance/payouts', into('/desk/finance/payouts/')),
  desk('ledger', '/finance/ledger'),
  desk('postings', '/finance/ledger', into('/desk/finance/ledger/')),
  desk('taxes', '/finance/taxes'),
  desk('invoices', '/finance/invoices'),
  desk('disputes', '/finance/disputes'),
  desk('dispute', '/finance/disputes', into('/desk/orders/L')),
  desk('disputed-order', '/finance/disputes', async (page) => {
    await into('/desk/orders/L')(page)
    await page.goto(new URL(page.url()).pathname.replace(/\/dispute$/, ''))
  }),
  desk('developers', '/developers'),
  desk('webhook', '/developers', into('/desk/developers/webhooks/')),
  desk('delivery', '/developers', async (page) => {
    await into('/desk/developers/webhooks/')(page)
    await into('/desk/developers/webhooks/', '/deliveries/')(page)
  }),
  desk('keys', '/developers/keys'),
  desk('apps', '/developers/apps'),
  desk('team', '/team'),
  desk('log', '/team/log'),
  desk('passkeys', '/person'),
  desk('not-found', '/nothing-here'),
  { ...desk('sign-in', '/sign-in'), as: 'invited' },
  { ...desk('join', '/sign-in', goTo('join')), as: 'invited' },
  { ...desk('add-passkey', '/sign-in', goTo('addPasskey')), as: 'invited' },
  { ...desk('link-used', '/join/a-link-that-is-not-there'), as: 'invited' },
]

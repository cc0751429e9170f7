import { expect } from 'vitest'
import { listPlans, chooseCurrency, viewCurrencies } from '#catalogue/endpoints.ts'
import { viewCouponPlans } from '#coupon/endpoints.ts'
import { listOrders, viewOrder } from '#order/endpoints.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test as testWithClock, testInOneShop, type TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

const test = testInOneShop()

/** Somebody who has chosen no currency: their country does. */
const visitorOf = (shop: TestShop, country: string, region = 'XX') => {
  const visitor = shop.visitor(country, region)
  visitor.client.jar.delete('loam_currency')
  return visitor
}

const priceOf = async (client: ReturnType<typeof visitorOf>['client'], code: string) =>
  (await client.call(listPlans, {})).flatMap((plan) =>
    plan.code === code ? [`${plan.price} ${plan.currency}`] : [],
  )

testWithClock(
  'each buys, renews and is refunded in one currency, and an increase is of one currency',
  async ({ shop }) => {
    const canadian = visitorOf(shop, 'CA', 'ON')
    expect(await canadian.add('syn-rf')).toMatchObject({ currency: 'CAD', total: '67.99' })
    // 67.99 + 14.00 = 81.99; 13 % of it is 10.6587, rounded 10.66.
    const paid = { currency: 'CAD', shipping: { amount: '14.00' }, tax: '10.66', total: '92.65' }
    expect(await canadian.preview('toronto')).toMatchObject(paid)
    const bought = await canadian.checkout({ place: 'toronto' })
    expect(bought.order).toMatchObject({ total: '92.65', currency: 'CAD' })
    const german = visitorOf(shop, 'DE')
    await german.add('syn-rf')
    // 46.99 + 9.00; the sample rates have no tax there.
    expect((await german.checkout({ place: 'berlin' })).order).toMatchObject({
      total: '55.99',
      currency: 'EUR',
    })
    const moving = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
    const [carl, greta] = [await shop.asMember(canadian), await shop.asMember(german)]

    // A member from the US moves to Germany: the subscription stays in dollars, 49.99 + 10.00 abroad.
    await moving.agree({ action: 'change-address', address: places.berlin })
    expect((await moving.subscriptions())[0]).toMatchObject({ currency: 'USD', price: '49.99' })

    const words = 'price-increase syn-rf 49.99 2031-03-01 --currency EUR'.split(' ')
    const increased = await runShopCommand(shop, ...words)
    expect(increased.lines.join()).toContain('€49.99')
    await shop.travelTo('2031-03-07')
    const centsOf = async (member: Pick<typeof carl, 'charges'>) =>
      (await member.charges()).map(({ cents }) => cents)
    expect(await centsOf(carl)).toEqual([9265, 9265, 9265])
    // 46.99 + 9.00 twice, then 49.99 + 9.00.
    expect(await centsOf(greta)).toEqual([5599, 5599, 5899])
    expect(await centsOf(moving)).toEqual([4999, 5999, 5999])

    // One line of the first order: 67.99 with its share of the tax, 1066 × 6799 ÷ 8199 = 883.98…, rounded 884.
    const number = bought.order?.number ?? ''
    const refund = await runShopCommand(shop, 'refund', number, 'syn-rf=1')
    expect(refund.lines.join()).toContain('CA$76.83')
    expect(await carl.client.call(viewOrder, { number })).toMatchObject({
      currency: 'CAD',
      refunded: '76.83',
    })

    const balances = await trialBalance(shop.app.database.kysely)
    const sums = Map.groupBy(balances, ({ currency }) => currency)
    expect([...sums.keys()].toSorted()).toEqual(['CAD', 'EUR', 'USD'])
    for (const own of sums.values()) expect(own.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    expect((await runShopCommand(shop, 'reconcile')).lines.at(-1)).toMatch(/All agree\.$/)
    await expectConsistent(shop)
  },
)

test('the currency follows the country, a visitor may choose another one, and an unknown spelling chooses none', async ({
  shop,
}) => {
  const prices = ['US', 'CA', 'DE', 'GB', 'CH'].map((country) =>
    priceOf(visitorOf(shop, country).client, 'syn-wk'),
  )
  expect(await Promise.all(prices)).toEqual([
    ['49.99 USD'],
    ['67.99 CAD'],
    ['46.99 EUR'],
    ['39.99 GBP'],
    ['49.99 USD'],
  ])
  const { client } = visitorOf(shop, 'CA', 'ON')
  await client.call(chooseCurrency, { currency: 'GBP' })
  expect(client.jar.get('loam_currency')).toBe('GBP')
  expect(await client.call(viewCurrencies, {})).toMatchObject({ currency: 'GBP' })
  expect(await priceOf(client, 'syn-wk')).toEqual(['39.99 GBP'])
  for (const odd of ['gbp', 'GBP%20', 'JPY', 'toString', 'GBP,EUR', '"GBP', '']) {
    client.jar.set('loam_currency', odd)
    expect([odd, ...(await priceOf(client, 'syn-wk'))]).toEqual([odd, '67.99 CAD'])
  }
  const forged = { method: 'PUT', path: '/api/currency', body: JSON.stringify({ currency: 'JPY' }) }
  const headers = { 'content-type': 'application/json' }
  expect((await client.send({ ...forged, headers })).status).toBe(400)
})

test('every page has a form for the currency, and a cached page is in one currency', async ({ shop }) => {
  const { client } = visitorOf(shop, 'CA', 'ON')
  const page = async () => (await client.send({ method: 'GET', path: '/daily-synbiotic' })).text
  expect(await page()).toContain('CA$67.99')
  const form = new URLSearchParams({ currency: 'EUR', return_to: '/daily-synbiotic' }).toString()
  const sent = await client.send({
    method: 'POST',
    path: '/currency',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
    body: form,
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/daily-synbiotic'])
  expect(await page()).toContain('€46.99')
  expect(await page()).not.toContain('CA$67.99')
  const other = visitorOf(shop, 'CA', 'ON')
  const text = (await other.client.send({ method: 'GET', path: '/daily-synbiotic' })).text
  expect(text).toContain('CA$67.99')
})

test('a cart whose currency changes is repriced and says so until the next cart change', async ({ shop }) => {
  const visitor = visitorOf(shop, 'US')
  await visitor.add('syn-wk')
  await visitor.client.call(chooseCurrency, { currency: 'EUR' })
  expect(await visitor.cart()).toMatchObject({ currency: 'EUR', currency_before: 'USD', total: '46.99' })
  const page = (await visitor.client.send({ method: 'GET', path: '/cart' })).text
  expect(page.replaceAll('<!-- -->', '')).toContain('Your cart was in USD. It is priced in EUR now')
  expect(await visitor.setQuantity('syn-wk', 2)).toMatchObject({ currency_before: null, total: '93.98' })
})

test('a currency that changes between preview and purchase, or a forged one, changes the total and buys nothing', async ({
  shop,
}) => {
  const buyer = visitorOf(shop, 'US')
  await buyer.add('syn-wk')
  const filled = await buyer.fill()
  expect(filled.total).toBe('49.99')
  // The form says euros, the browser pays in dollars: nobody is charged 49.99 for what they took for euros.
  await expect(buyer.send({ ...filled, currency: 'EUR' })).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { currency: 'USD', total: '49.99' },
  })
  await buyer.client.call(chooseCurrency, { currency: 'EUR' })
  // 46.99, and 9.00 for nothing: at home it ships free.
  await expect(buyer.send({ ...filled, request_id: 'another-request' })).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { currency: 'EUR', total: '46.99' },
  })
  const euros = await buyer.fill()
  await expect(buyer.send({ ...euros, total: '46.990' })).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })
  expect((await buyer.send({ ...euros, currency: 'EUR' })).order).toMatchObject({
    total: '46.99',
    currency: 'EUR',
  })
})

test('a coupon with a fixed amount applies only in the currencies that it has an amount for', async ({
  shop,
}) => {
  const european = visitorOf(shop, 'DE')
  await european.add('syn-wk')
  // WELCOME10 names 9.00 for the euro, and none for a currency that it does not know.
  expect((await european.enterCode('WELCOME10')).discounts).toMatchObject([
    { amount: '9.00', currency: 'EUR' },
  ])
  await shop.app.change(async (tx) => {
    await tx.db
      .updateTable('coupon')
      .set({ amounts: '{"CAD": 1400}' })
      .where('code', '=', 'WELCOME10')
      .execute()
  })
  expect(await european.cart()).toMatchObject({
    discounts: [],
    refusals: [{ code: 'WELCOME10', reason: 'other-currency' }],
    total: '46.99',
  })
  await expect(european.client.call(viewCouponPlans, { code: 'WELCOME10' })).rejects.toMatchObject({
    code: 'INVALID_COUPON',
  })
  const american = visitorOf(shop, 'US')
  await american.add('syn-wk')
  expect((await american.enterCode('WELCOME10')).total).toBe('39.99')
})

test('credit in dollars does not pay an order in euros', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await runShopCommand(shop, 'credit', member.email, '20.00', 'for', 'the', 'wait')
  await runShopCommand(shop, 'credit', member.email, '5.00', 'danke', '--currency', 'EUR')
  await member.signIn()
  const [order] = (await member.client.call(listOrders, {})).orders
  expect(order?.currency).toBe('USD')
  const shown = await runShopCommand(shop, 'credit', member.email)
  expect(shown.lines.at(-1)).toBe('Available: $20.00, €5.00.')
  const [upcoming] = await member.subscriptions()
  // 49.99 − 20.00; the euros stay.
  expect(upcoming?.upcoming_order).toMatchObject({ currency: 'USD', credit: '20.00', to_pay: '29.99' })
})

test('a currency becomes available when its last price is set', async ({ shop }) => {
  await shop.app.change(async (tx) => {
    await tx.db
      .deleteFrom('plan_price')
      .where('plan_code', '=', 'vs-rst')
      .where('currency', '=', 'GBP')
      .execute()
    await tx.invalidate('catalogue')
  })
  const british = visitorOf(shop, 'GB')
  const sells = async () => (await british.client.call(viewCurrencies, {})).currencies
  await expect.poll(sells).toEqual(['USD', 'CAD', 'EUR'])
  expect(await priceOf(british.client, 'syn-wk')).toEqual(['49.99 USD'])
  const set = await runShopCommand(shop, 'price', 'vs-rst', '52.99', '--currency', 'GBP')
  expect(set).toMatchObject({ code: 0, lines: ['vs-rst costs £52.99 from now on.'] })
  await expect.poll(sells).toEqual(['USD', 'CAD', 'EUR', 'GBP'])
  const unknown = await runShopCommand(shop, 'price', 'vs-rst', '52.99', '--currency', 'gbp')
  expect(unknown).toMatchObject({ code: 1 })
})

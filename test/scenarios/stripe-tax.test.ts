import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { startStripe } from '../stripe/start-stripe.ts'
import { openTestShop } from '../support/shop.ts'
import { runShopCommand } from '../support/shop-command.ts'

const secretKey = 'sk_test_scenario'
const calculations = 'POST /v1/tax/calculations'

/** A shop that asks the stand-in of Stripe about taxes. */
const openTaxedShop = async () => {
  const stack = new AsyncDisposableStack()
  let hoursAhead = 0
  const clock = { now: () => Temporal.Now.instant().add({ hours: hoursAhead }) }
  const standIn = await startStripe({ clock, secretKey })
  /** The time of the service, which is not that of the shop. */
  const passHours = (hours: number): void => {
    hoursAhead += hours
  }
  stack.defer(standIn.close)
  const environment = {
    TAX: 'stripe',
    TAX_TIMEOUT: '1',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: standIn.url,
  }
  const shop = await openTestShop({ environment })
  stack.defer(shop.close)
  /** The tax of the orders, the oldest first. */
  const taxes = async () => {
    const { rows } = await sql<{ tax: { basis: object; lines: readonly object[] } }>`
      select tax from "order" order by placed_at, id`.execute(shop.app.database.kysely)
    return rows.map(({ tax }) => tax)
  }
  return { shop, standIn, taxes, passHours, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('an order has a tax line for each jurisdiction, and each sale is sent to Stripe Tax once', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn, taxes } = taxed
  const visitor = shop.visitor('US', 'NY')
  await visitor.add('syn-wk')
  // 8.875 % of 49.99 is 4.4366, rounded 4.44; by jurisdiction 2.00, 2.25 and 0.19.
  expect(await visitor.preview('manhattan')).toMatchObject({ tax: '4.44', total: '54.43' })
  expect(await visitor.checkout({ place: 'manhattan' })).toMatchObject({ order: { total: '54.43' } })
  expect(await taxes()).toEqual([
    {
      basis: { service: 'stripe', from: 'answer', on: '2031-01-06' },
      lines: [
        { jurisdiction: 'US-NY', percent: 4, cents: 200 },
        { jurisdiction: 'US-NY, New York', percent: 4.5, cents: 225 },
        { jurisdiction: 'US-NY, Metropolitan Commuter Transportation District', percent: 0.375, cents: 19 },
      ],
    },
  ])
  await shop.advanceSeconds()
  await shop.advanceSeconds()
  const recorded = [...standIn.taxes.taxTransactions.values()]
  expect(recorded.map(({ items }) => items.map((item) => item.amount_tax))).toEqual([[444]])
})

test('when Stripe Tax does not answer, the last rate of the place is used, or the rate of the tax file', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn, taxes } = taxed
  const buy = async (place: 'manhattan' | 'california') => {
    const visitor = shop.visitor('US', 'NY')
    await visitor.add('syn-wk')
    return (await visitor.checkout({ place })).order?.total
  }
  expect(await buy('manhattan')).toBe('54.43')
  await shop.travelTo('2031-01-08')
  standIn.faults.next(calculations, 'error_before')
  expect(await buy('manhattan')).toBe('54.43')
  // Not asked again at once: 7.25 % of 49.99 in the file.
  expect(await buy('california')).toBe('53.61')
  expect((await taxes()).map(({ basis }) => basis)).toEqual([
    { service: 'stripe', from: 'answer', on: '2031-01-06' },
    { service: 'stripe', from: 'last-known', on: '2031-01-06' },
    { service: 'stripe', from: 'file', on: null },
  ])
  expect(shop.logged().filter((line) => line.includes('the tax service did not answer')).length).toBe(2)
})

test('a tax that changes before the purchase is shown first', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn } = taxed
  const visitor = shop.visitor('US', 'CA')
  await visitor.add('syn-wk')
  const filled = await visitor.fill({ place: 'california' })
  standIn.taxes.registrations.delete('US CA')
  await shop.travelTo('2031-01-07')
  await expect(visitor.send(filled)).rejects.toMatchObject({ code: 'TOTAL_CHANGED' })
  expect(await shop.chargedCents()).toEqual([])
})

test('a renewal is taxed by the rate of its day', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn } = taxed
  const mara = await shop.member({ plan: 'monthly refill', place: 'california' })
  standIn.taxes.registrations.delete('US CA')
  await shop.travelTo('2031-02-06')
  // 49.99 with 7.25 %, and then without.
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([5361, 4999])
})

test('no lock is held while Stripe Tax is asked', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn } = taxed
  const visitor = shop.visitor('US', 'CA')
  await visitor.add('syn-wk')
  const filled = await visitor.fill({ place: 'california' })
  await shop.travelTo('2031-01-07')
  const held = standIn.faults.hold(calculations, 'before')
  const sent = visitor.send(filled)
  await held.reached
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(shop.app.database.kysely)
  held.release()
  expect(rows).toEqual([{ open: 0 }])
  expect(await sent).toMatchObject({ status: 'ordered' })
})

test('the order shows its tax by place and that the tax is an estimate, and the metrics count failed requests to Stripe Tax', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn } = taxed
  const buy = async (place: 'manhattan' | 'california') => {
    const visitor = shop.visitor('US', 'NY')
    await visitor.add('syn-wk')
    const { order } = await visitor.checkout({ place })
    return visitor.client.call(findGuestOrder, { number: order?.number ?? '', email: visitor.email })
  }
  expect(await buy('manhattan')).toMatchObject({
    tax: '4.44',
    taxes: [
      { jurisdiction: 'US-NY', percent: 4, amount: '2.00' },
      { jurisdiction: 'US-NY, New York', percent: 4.5, amount: '2.25' },
      { percent: 0.375, amount: '0.19' },
    ],
    tax_estimate: null,
  })
  await shop.travelTo('2031-01-08')
  standIn.faults.next(calculations, 'error_before')
  expect(await buy('manhattan')).toMatchObject({ tax_estimate: { from: 'last-known', on: '2031-01-06' } })
  expect(await buy('california')).toMatchObject({
    taxes: [{ jurisdiction: 'US-CA', percent: 7.25, amount: '3.62' }],
    tax_estimate: { from: 'file', on: null },
  })
  const metrics = await (await fetch(`${shop.url}/metrics`)).text()
  expect(metrics).toContain('loam_tax_requests_total{outcome="answered"} 1')
  expect(metrics).toContain('loam_tax_requests_total{outcome="away"} 1')
  expect(metrics).toContain('loam_tax_fallbacks_total{from="last-known"} 1')
  expect(metrics).toContain('loam_tax_fallbacks_total{from="file"} 1')
})

test('operators read the tax of each place and month, and what Stripe Tax has not received', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn } = taxed
  const visitor = shop.visitor('US', 'NY')
  await visitor.add('syn-wk')
  const { order } = await visitor.checkout({ place: 'manhattan' })
  const sold = (refunded: readonly [string, string, string], owed: readonly [string, string, string]) => [
    'month,place,currency,orders,collected,refunded,owed',
    `2031-01,US-NY,USD,1,2.00,${refunded[0]},${owed[0]}`,
    `2031-01,"US-NY, Metropolitan Commuter Transportation District",USD,1,0.19,${refunded[2]},${owed[2]}`,
    `2031-01,"US-NY, New York",USD,1,2.25,${refunded[1]},${owed[1]}`,
  ]
  const { lines } = await runShopCommand(shop, 'taxes', '2031')
  expect(lines.slice(0, 4)).toEqual(sold(['0.00', '0.00', '0.00'], ['2.00', '2.25', '0.19']))
  expect(await runShopCommand(shop, 'refund', order?.number ?? '')).toMatchObject({ code: 0 })
  await shop.advanceSeconds()
  await shop.advanceSeconds()
  expect(await runShopCommand(shop, 'taxes', '2031-01')).toEqual({
    code: 0,
    lines: sold(['2.00', '2.25', '0.19'], ['0.00', '0.00', '0.00']),
  })
  // The sale and its reversal, each once.
  expect([...standIn.taxes.taxTransactions.values()].length).toBe(2)
  expect(await runShopCommand(shop, 'taxes', '2030')).toMatchObject({ lines: { length: 1 } })
  for (const words of [[], ['13'], ['2031-13'], ['2031', '2032'], ['__proto__']])
    expect(await runShopCommand(shop, 'taxes', ...words)).toMatchObject({ code: 1 })
})

test('an order for which Stripe Tax fails does not block other orders', async () => {
  await using taxed = await openTaxedShop()
  const { shop, standIn, passHours } = taxed
  const numbers: (string | undefined)[] = []
  for (const place of ['manhattan', 'california'] as const) {
    const visitor = shop.visitor('US', 'NY')
    await visitor.add('syn-wk')
    numbers.push((await visitor.checkout({ place })).order?.number)
  }
  const recorded = () =>
    [...standIn.taxes.taxTransactions.values()].map(({ transaction }) => transaction.reference)
  // An error of Stripe's own is its answer for this key for a day.
  standIn.faults.next('POST /v1/tax/transactions/create_from_calculation', 'error_before')
  await shop.advanceSeconds()
  const [other] = recorded()
  expect(recorded()).toHaveLength(1)
  expect(numbers).toContain(other)
  expect(await runShopCommand(shop, 'taxes', '2031-01')).toMatchObject({
    lines: { 5: 'The tax service has still to be sent 1 order.' },
  })
  expect(await (await fetch(`${shop.url}/metrics`)).text()).toContain(
    'loam_tax_unrecorded{state="waiting"} 1',
  )
  await shop.advanceSeconds(300)
  expect(recorded()).toEqual([other])
  passHours(24)
  await shop.advanceSeconds(300)
  expect(recorded()).toHaveLength(2)
  expect(new Set(recorded())).toEqual(new Set(numbers))
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startStripe } from '../stripe/start-stripe.ts'
import { openTestShop } from '../support/shop.ts'

const secretKey = 'sk_test_scenario'
const calculations = 'POST /v1/tax/calculations'

/** A shop that asks the stand-in of Stripe about taxes. */
const openTaxedShop = async () => {
  const stack = new AsyncDisposableStack()
  const standIn = await startStripe({ clock: { now: () => Temporal.Now.instant() }, secretKey })
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
  return { shop, standIn, taxes, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('an order has a tax line for each jurisdiction, and the service is sent it once', async () => {
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

test('a service that is away: the last rate of the place counts, and where there is none that of the file', async () => {
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

test('a tax that changes before the button is pressed is shown first', async () => {
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

test('nothing is locked while the service is asked', async () => {
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

import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDisputes, readDispute, readDueDisputes } from '#dispute/server/read-dispute.ts'
import { reconcileDisputes } from '#dispute/server/dispute-reconciliations.ts'
import { openStripeShop } from '../payment/stripe-shop.ts'

let app: Awaited<ReturnType<typeof openStripeShop>>

beforeEach(async () => {
  app = await openStripeShop()
})
afterEach(async () => {
  expect(await app.violations()).toEqual([])
  await app.close()
})

test('a dispute is recorded with the taken amount and the fee', async () => {
  const { orderId, chargeId, intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  await app.receiveDisputes()
  expect(await app.dispute(id)).toMatchObject({
    charge_id: chargeId,
    order_id: orderId,
    account_id: app.accountId,
    state: 'needs_response',
    reason: 'fraudulent',
    network_reason: '10.4',
    amount_cents: 4021,
    currency: 'USD',
    closed_at: null,
  })
  expect((await app.dispute(id))?.evidence_due_at).toContain('2026-11-27')
  // 40.21 was to come from Stripe; 40.21 and a fee of 15.00 are gone: −15.00.
  expect(await app.balances()).toEqual({
    receivable: -1500,
    disputed: 4021,
    'dispute-losses': 0,
    'dispute-fees': 1500,
  })
  expect(await app.history()).toEqual(['needs_response', 'funds-withdrawn'])
})

test('a lost dispute is recorded as a loss, once', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  await app.receiveDisputes()
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
  await app.receiveDisputes()
  expect(await app.dispute(id)).toMatchObject({ state: 'lost', written_off_cents: 4021 })
  expect(await app.balances()).toEqual({
    receivable: -1500,
    disputed: 0,
    'dispute-losses': 4021,
    'dispute-fees': 1500,
  })
  expect(await app.history()).toEqual(['needs_response', 'funds-withdrawn', 'lost'])
})

test('an amount converted by Stripe is taken, lost and returned in its own currency', async () => {
  // 40.21 dollars at 0.9 are 36.19 euros, from an account without a balance in dollars.
  const settledIn = { currency: 'eur', rate: 0.9 }
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent, { settledIn })
  await app.receiveDisputes()
  expect(await app.balancesByCurrency()).toEqual(['EUR dispute-fees 1500', 'EUR disputed 3619'])
  expect(await app.violations()).toEqual([])
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
  expect(await app.dispute(id)).toMatchObject({
    currency: 'USD',
    amount_cents: 4021,
    written_off_cents: 3619,
  })
  expect(await app.balancesByCurrency()).toEqual(['EUR dispute-fees 1500', 'EUR dispute-losses 3619'])
  const other = app.standIn.dashboard.openDispute((await app.buy()).intent, { settledIn })
  app.standIn.dashboard.winDispute(other.id)
  await app.receiveDisputes()
  expect(await app.balancesByCurrency()).toEqual(['EUR dispute-fees 3000', 'EUR dispute-losses 3619'])
})

test('a won dispute returns the money and keeps the fee', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  app.standIn.dashboard.winDispute(id)
  await app.receiveDisputes()
  // 40.21 − 55.21 + 40.21 = 25.21.
  expect(await app.balances()).toEqual({
    receivable: 2521,
    disputed: 0,
    'dispute-losses': 0,
    'dispute-fees': 1500,
  })
  expect(await app.history()).toEqual(['won', 'funds-withdrawn', 'funds-reinstated'])
})

test('a dispute of a part of a charge takes only that part', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent, { amount: 1000 })
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
  // 40.21 − 10.00 − 15.00 = 15.21.
  expect(await app.balances()).toEqual({
    receivable: 1521,
    disputed: 0,
    'dispute-losses': 1000,
    'dispute-fees': 1500,
  })
})

test('an inquiry moves no money', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent, { isInquiry: true })
  await app.receiveDisputes()
  expect(await app.dispute(id)).toMatchObject({ state: 'warning_needs_response', is_charge_refundable: true })
  app.standIn.dashboard.winDispute(id)
  await app.receiveDisputes()
  expect(await app.dispute(id)).toMatchObject({ state: 'warning_closed' })
  const nothing = { disputed: 0, 'dispute-losses': 0, 'dispute-fees': 0 }
  expect(await app.balances()).toEqual({ receivable: 4021, ...nothing })
})

test('webhooks that arrive three times in the wrong order have one outcome', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  app.standIn.dashboard.loseDispute(id)
  const backwards = app.disputeEvents().toReversed()
  expect(backwards).toHaveLength(3)
  await Promise.all([...backwards, ...backwards, ...backwards].map((event) => app.receive(event)))
  expect(await app.dispute(id)).toMatchObject({ state: 'lost' })
  expect(await app.balances()).toEqual({
    receivable: -1500,
    disputed: 0,
    'dispute-losses': 4021,
    'dispute-fees': 1500,
  })
  expect(await app.history()).toEqual(['lost', 'funds-withdrawn'])
})

test('of two overlapping reads the older answer does not overwrite the newer one', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  // Stripe has answered the first reading, and its answer is on its way.
  const held = app.standIn.faults.hold(/^GET \/v1\/disputes\//, 'after')
  const slow = readDispute(app.services, id)
  await held.reached
  app.standIn.dashboard.loseDispute(id)
  await readDispute(app.services, id)
  expect(await app.dispute(id)).toMatchObject({ state: 'lost' })
  held.release()
  await slow
  expect(await app.dispute(id)).toMatchObject({ state: 'lost' })
  expect(await app.history()).toEqual(['lost', 'funds-withdrawn'])
})

test('a webhook while Stripe does not answer is not accepted, and the poller reads the dispute', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  app.standIn.faults.next(/^GET \/v1\/disputes\//, 'error_before')
  await expect(app.receive(app.disputeEvents()[0] ?? '')).rejects.toMatchObject({ code: 'SHOP_BUSY' })
  await readDueDisputes(app.services)
  expect(await app.dispute(id)).toBeUndefined()
  app.travelTo('2026-11-20T15:06:00Z')
  await readDueDisputes(app.services)
  expect(await app.dispute(id)).toMatchObject({ state: 'needs_response' })
})

test('a dispute without a webhook is found, and read until it is decided', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  await findDisputes(app.services)
  expect(await app.dispute(id)).toMatchObject({ state: 'needs_response' })
  app.standIn.dashboard.loseDispute(id)
  app.travelTo('2026-11-20T21:01:00Z')
  await readDueDisputes(app.services)
  expect(await app.dispute(id)).toMatchObject({ state: 'lost' })
})

test('a dispute opened while the shop was down for a month is found', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  app.travelTo('2026-12-20T15:00:00Z')
  await findDisputes(app.services)
  expect(await app.dispute(id)).toMatchObject({ state: 'needs_response' })
})

test('a dispute of a charge that the shop did not make is reported and not recorded', async () => {
  const { intent } = await app.buy()
  await app.deps.database.updateTable('charge').set({ processor_charge: 'pi_another' }).execute()
  const { id } = app.standIn.dashboard.openDispute(intent)
  await app.receiveDisputes()
  expect(await app.dispute(id)).toBeUndefined()
  expect(app.logged.join('\n')).toContain('a dispute could not be recorded')
})

const ever = {
  from: Temporal.Instant.from('2026-01-01T00:00:00Z'),
  to: Temporal.Instant.from('2027-01-01T00:00:00Z'),
}

test('the reconciliation names an unknown dispute, and one that has changed since', async () => {
  const { intent } = await app.buy()
  const { id } = app.standIn.dashboard.openDispute(intent)
  const differences = async () =>
    (await reconcileDisputes(app.services, ever)).disagreements.map(({ difference }) => difference)
  expect(await differences()).toEqual(['missing-here'])
  await app.receiveDisputes()
  expect(await reconcileDisputes(app.services, ever)).toEqual({ disputes: 1, disagreements: [] })
  app.standIn.dashboard.winDispute(id)
  expect(await differences()).toEqual(['other-movements'])
  await app.receiveDisputes()
  expect(await differences()).toEqual([])
})

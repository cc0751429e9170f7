import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { invariantViolations } from '#app/invariants.ts'
import { trialBalance } from '#ledger/server/journals.ts'
import { orderById } from '#order/server/orders.ts'
import { reconcileBalance } from '#payment/payout/server/balance-reconciliation.ts'
import { partsOfPayout, payoutsOf, readBalance, readBalanceWhenDue } from '#payment/payout/server/payouts.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
import { openStripeShop } from './stripe-shop.ts'

let shop: Awaited<ReturnType<typeof openStripeShop>>

beforeEach(async () => {
  shop = await openStripeShop(4_000)
})
afterEach(async () => {
  await shop.close()
})

const allTime = {
  from: Temporal.Instant.from('1970-01-01T00:00Z'),
  to: Temporal.Instant.from('9999-12-31T00:00Z'),
}

const balancesOf = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await trialBalance(shop.deps.database))
      .filter(({ account }) => ['receivable', 'processor-fees', 'bank'].includes(account))
      .map(({ account, cents }) => [account, cents]),
  )

/** Stripe captures a moment later; its balance knows the charge then. */
const bought = async () => {
  const one = await shop.buy()
  shop.standIn.catchUp()
  return one
}

const deliver = async (type: string, times = 1): Promise<void> => {
  const ids = shop.standIn
    .events()
    .filter((event) => event.type === type)
    .map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  await Promise.all(
    Array.from({ length: times }, () => ids)
      .flat()
      .map(shop.receive),
  )
}

const differences = async () => (await reconcileBalance(shop.services, allTime, true)).differences

test('fees and a payout are posted once, however often they are read, and a failed payout is reversed', async () => {
  const { orderId } = await bought()
  await bought()
  const { number } = await orderById(shop.deps.database, orderId)
  const sum = { kind: 'sum', cents: 1000 } as const
  const what = { plans: [], shippingCents: null, sum }
  await refundOrder(shop.services, { number, what, note: null, asCredit: false, requestKey: 'part' })
  shop.travelTo('2026-11-23T15:00:00Z')
  const payout = shop.standIn.dashboard.payOut('usd')
  // 40.21 twice with 2.9 % and 0.30: 1.17 and 0.30 = 1.47 each. 80.42 − 2.94 − 10.00 = 67.48.
  expect(payout.amount).toBe(6748)
  expect((await differences()).length).toBeGreaterThan(0)
  await Promise.all([readBalance(shop.services), readBalance(shop.services)])
  await deliver('payout.paid', 3)
  expect(await balancesOf()).toEqual({ receivable: 0, 'processor-fees': 294, bank: 6748 })
  expect(await payoutsOf(shop.services)).toMatchObject([
    { processorPayout: payout.id, amountCents: 6748, state: 'paid' },
  ])
  const [one] = await payoutsOf(shop.services)
  expect((await partsOfPayout(shop.services, one?.id ?? '')).map(({ kind }) => kind).toSorted()).toEqual([
    'charge',
    'charge',
    'refund',
  ])
  expect(await differences()).toEqual([])
  expect(await invariantViolations(shop.deps.database)).toEqual([])

  shop.standIn.dashboard.failPayout(payout.id)
  await deliver('payout.failed', 3)
  await deliver('payout.paid')
  expect(await balancesOf()).toEqual({ receivable: 6748, 'processor-fees': 294, bank: 0 })
  expect(await differences()).toEqual([])
  expect(await invariantViolations(shop.deps.database)).toEqual([])
  // What came back is paid out the next time.
  const again = shop.standIn.dashboard.payOut('usd')
  await deliver('payout.paid')
  expect((await payoutsOf(shop.services)).map(({ state }) => state).toSorted()).toEqual(['failed', 'paid'])
  expect(again.amount).toBe(6748)
  expect(await balancesOf()).toEqual({ receivable: 0, 'processor-fees': 294, bank: 6748 })
  expect(await differences()).toEqual([])
  expect(await invariantViolations(shop.deps.database)).toEqual([])
})

test.each([
  [
    'a fee of another amount',
    'update balance_entry set fee_cents = fee_cents + 1',
    'with a fee of $1.48 in the shop',
  ],
  ['a missing entry', 'delete from balance_entry', 'that the shop has not read'],
  [
    'a payout of another amount',
    'update payout set amount_cents = 1',
    'A payout is $0.01, paid, in the shop',
  ],
  ['a payout that is gone', 'delete from payout', 'that the shop has not read'],
  ['a fee that is not in the ledger', 'update balance_entry set posted_at = null', 'is not in the ledger'],
  [
    'a charge that is not in the ledger',
    `alter table ledger_posting disable trigger user;
     delete from ledger_posting where account in ('receivable', 'owed-deliveries', 'tax-payable') and
       journal_id in (select id from ledger_journal where fact = 'order-placed')`,
    'The processor owes the shop $0.00 by its own entries and −$40.21 in the ledger.',
  ],
])('the difference %s is found', async (_what, broken, sentence) => {
  await bought()
  shop.travelTo('2026-11-23T15:00:00Z')
  shop.standIn.dashboard.payOut('usd')
  await readBalance(shop.services)
  expect(await differences()).toEqual([])
  for (const statement of broken.split(';')) await sql.raw(statement).execute(shop.deps.database)
  expect((await differences()).join('\n')).toContain(sentence)
})

test('a processor that stops answering halfway is read again, and nothing is posted twice', async () => {
  await bought()
  await bought()
  shop.travelTo('2026-11-23T15:00:00Z')
  shop.standIn.dashboard.payOut('usd')
  for (const call of [/^GET \/v1\/balance_transactions/, /^GET \/v1\/payouts/] as const) {
    shop.standIn.faults.next(call, 'error_before')
    await expect(readBalance(shop.services)).rejects.toThrow()
  }
  shop.standIn.faults.next(/^GET \/v1\/payouts/, 'error_before')
  await readBalanceWhenDue(shop.services)
  expect(shop.logged.join('\n')).toContain('could not be read')
  await readBalance(shop.services)
  // 2 × 40.21 less 2 × 1.47.
  expect(await balancesOf()).toEqual({ receivable: 0, 'processor-fees': 294, bank: 7748 })
  expect(await differences()).toEqual([])
})

test('the fee of a charge that is being recorded is posted on the next read', async () => {
  const { orderId } = await bought()
  const { chargeId } = await orderById(shop.deps.database, orderId)
  const move = (state: string) =>
    sql`update charge set state = ${state} where id = ${chargeId}`.execute(shop.deps.database)
  await move('unknown')
  await readBalance(shop.services)
  expect(await balancesOf()).toEqual({ receivable: 4021 })
  await move('succeeded')
  await readBalance(shop.services)
  expect(await balancesOf()).toEqual({ receivable: 3874, 'processor-fees': 147 })
})

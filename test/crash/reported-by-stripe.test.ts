import { expect, test } from 'vitest'
import { trialBalance } from '#ledger/server/journals.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import type { CrashPoint } from '#platform/crash-points.ts'
import { expectConsistent } from '../support/invariants.ts'
import { openStripeShop } from '../support/shop-with-stripe.ts'
import { armed } from './armed-shop.ts'
import { atDispute } from './dispute-points.ts'

type StripeShop = Awaited<ReturnType<typeof openStripeShop>>

const atReport: readonly CrashPoint[] = ['refund: report read', 'refund: report recorded']

/** An order, and the payment of it at Stripe. */
const bought = async ({ shop, stripe, newCard }: StripeShop) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  const { order } = await buyer.checkout({ but: { card: newCard() } })
  const { data } = await stripe.paymentIntents.list({ limit: 1 })
  const lookup = { number: order?.number ?? '', email: buyer.email }
  return {
    intent: data[0]?.id ?? '',
    refunded: async () => (await buyer.client.call(findGuestOrder, lookup)).refunded,
  }
}

/** The shop is killed at this step of a webhook, and opened again; then Stripe repeats the webhooks that got no answer. */
const reportedTwice = async ({ shop, standIn }: StripeShop, step: CrashPoint): Promise<void> => {
  const { died } = await armed(shop, step)
  await standIn.webhooks.deliver()
  await died
  await shop.app.start()
  for (const id of standIn.webhooks.pending())
    expect(await standIn.webhooks.redeliver(id)).toMatchObject({ status: 200 })
}

test('killed at each step of a Stripe report, refunds, failed refunds and disputes are recorded once', async () => {
  const stripeShop = await openStripeShop()
  await using stack = new AsyncDisposableStack()
  stack.defer(stripeShop.close)
  const { shop, standIn } = stripeShop
  await standIn.webhooks.deliver()
  for (const step of atReport) {
    const { intent, refunded } = await bought(stripeShop)
    await standIn.webhooks.deliver()
    const { id } = standIn.dashboard.refund(intent, 2_000)
    await reportedTwice(stripeShop, step)
    expect(await refunded()).toBe('20.00')
    standIn.dashboard.failRefund(id)
    await reportedTwice(stripeShop, step)
    expect(await refunded()).toBe('0.00')
  }
  for (const step of atDispute) {
    const { intent } = await bought(stripeShop)
    await standIn.webhooks.deliver()
    const { id } = standIn.dashboard.openDispute(intent)
    await reportedTwice(stripeShop, step)
    standIn.dashboard.loseDispute(id)
    await standIn.webhooks.deliver()
  }
  const { kysely } = shop.app.database
  const refunds = await kysely.selectFrom('refund').select(['state', 'amount_cents']).execute()
  expect(refunds).toEqual(atReport.map(() => ({ state: 'refused', amount_cents: 2_000 })))
  const disputes = await kysely.selectFrom('dispute').select(['state', 'amount_cents']).execute()
  expect(disputes).toEqual(atDispute.map(() => ({ state: 'lost', amount_cents: 4_999 })))
  const balances = new Map((await trialBalance(kysely)).map(({ account, cents }) => [account, cents]))
  // Three kits of 49.99 and three fees of 15.00.
  expect(balances.get('dispute-losses')).toBe(14_997)
  expect(balances.get('dispute-fees')).toBe(4_500)
  await expectConsistent(shop)
})

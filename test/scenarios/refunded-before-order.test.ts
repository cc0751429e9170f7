import { expect, test } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { openStripeShop } from '../support/shop-with-stripe.ts'

test('a payment whose answer is lost and that is refunded in the dashboard meanwhile ships nothing', async () => {
  const stripeShop = await openStripeShop()
  await using stack = new AsyncDisposableStack()
  stack.defer(stripeShop.close)
  const { shop, standIn, stripe, newCard } = stripeShop
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  standIn.faults.next(/^POST \/v1\/payment_intents\/[^/]+\/confirm$/, 'cut_after')
  const { status } = await buyer.checkout({ but: { card: newCard() } })
  expect(status).not.toBe('ordered')
  const { data } = await stripe.paymentIntents.list({ limit: 1 })
  standIn.dashboard.refund(data[0]?.id ?? '')
  await standIn.webhooks.deliver('reversed')
  await shop.advanceSeconds(300)
  for (const id of standIn.webhooks.pending()) await standIn.webhooks.redeliver(id)
  await shop.settled()
  const { kysely } = shop.app.database
  expect(await kysely.selectFrom('refund').select(['state', 'amount_cents']).execute()).toEqual([
    { state: 'refunded', amount_cents: 4_999 },
  ])
  expect(await kysely.selectFrom('order').select('state').execute()).toEqual([{ state: 'canceled' }])
  await expectConsistent(shop)
})

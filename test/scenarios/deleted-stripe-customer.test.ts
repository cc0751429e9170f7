import { expect, test } from 'vitest'
import { changeBilling, listCards } from '#payment/endpoints.ts'
import { payOwedOrder } from '#subscription/owed-order/owed-endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { expectConsistent } from '../support/invariants.ts'
import { asMember } from '../support/member.ts'
import { openStripeShop } from '../support/shop-with-stripe.ts'

/** A member whose customer at Stripe is deleted there, with the only card. */
const openWithDeletedCustomer = async () => {
  const { shop, standIn, stripe, newCard, close } = await openStripeShop()
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout({ but: { card: newCard() } })
  const mara = await asMember(shop, buyer)
  const created = (): string[] =>
    standIn.events().flatMap((event) => (event.type === 'customer.created' ? [event.data.object.id] : []))
  const [first = ''] = created()
  await stripe.customers.del(first)
  await standIn.webhooks.deliver()
  return {
    shop,
    mara,
    newCard,
    /** Those that were made since. */
    customers: () => created().slice(1),
    webhooks: standIn.webhooks,
    /** Cents that Stripe took, oldest first. */
    taken: () => shop.chargedCents(),
    [Symbol.asyncDispose]: close,
  }
}

test('a renewal for a customer deleted at Stripe is refused, the member is asked for a card, and the new card creates one new customer', async () => {
  await using deleted = await openWithDeletedCustomer()
  const { shop, mara, newCard, customers, taken } = deleted
  expect(deleted.webhooks.pending()).toEqual([])
  await shop.travelTo('2031-02-06')
  expect(await taken()).toEqual([4999])
  expect((await mara.subscriptions())[0]).toMatchObject({
    state: 'failed',
    payment_problem: { next_try_on: null },
  })
  const requested = async () =>
    (await shop.mails(mara.email)).filter(({ subject }) => /could not be charged/.test(subject))
  expect(await requested()).toHaveLength(1)
  const warnings = shop.logged().length
  await shop.travelTo('2031-02-10')
  // Nobody asks Stripe again about a card that is gone.
  expect(shop.logged().length).toBe(warnings)

  const link = await updateCardLink(shop, mara)
  const pay = { token: link.token, total: '49.99', card: newCard('pm_card_mastercard') }
  expect(await shop.visitor().client.call(payOwedOrder, pay)).toMatchObject({ status: 'paid' })
  expect(await taken()).toEqual([4999, 4999])
  const [second, ...others] = customers()
  expect([second, others]).toEqual([expect.any(String), []])

  await mara.signIn()
  for (const card of ['pm_card_amex', 'pm_card_visa'])
    expect(
      await mara.client.call(changeBilling, { card: newCard(card), all_subscriptions: true }),
    ).toMatchObject({ status: 'saved' })
  expect(customers()).toEqual([second])
  const [paid] = await mara.subscriptions()
  expect(paid).toMatchObject({ state: 'active', payment_problem: null })
  await shop.travelTo(paid?.next_order_on ?? '')
  expect(await taken()).toEqual([4999, 4999, 4999])
  await expectConsistent(shop)
})

test('at checkout the saved card of a customer deleted at Stripe is refused, and a new card creates one new customer', async () => {
  await using deleted = await openWithDeletedCustomer()
  const { shop, mara, newCard, customers, taken } = deleted
  const [saved] = (await mara.client.call(listCards, {})).cards
  await mara.add('vs-rf')
  const byOld = { card: { payment_method_id: saved?.id ?? '' } }
  await expect(mara.checkout({ but: byOld })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  await expect(mara.checkout({ but: byOld })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await taken()).toEqual([4999])
  expect(customers()).toEqual([])

  const filled = await mara.fill({ but: { card: newCard('pm_card_mastercard') } })
  const bought = await mara.send(filled)
  expect(bought).toMatchObject({ status: 'ordered' })
  expect(await mara.send(filled)).toMatchObject({ order: bought.order })
  expect(await taken()).toHaveLength(2)
  const [second] = customers()
  await mara.add('pds-wk')
  await mara.checkout({ but: { card: newCard('pm_card_amex') } })
  expect(await taken()).toHaveLength(3)
  expect(customers()).toEqual([second])
  await expectConsistent(shop)
})

test('a new card added in the settings creates one new customer at Stripe, and the next renewal is paid', async () => {
  await using deleted = await openWithDeletedCustomer()
  const { shop, mara, newCard, customers, taken } = deleted
  const bring = (card: string, requestId: string) => ({
    card: newCard(card),
    all_subscriptions: true,
    request_id: requestId,
  })
  const sent = bring('pm_card_mastercard', 'the first card')
  const saved = await mara.client.call(changeBilling, sent)
  expect(saved).toMatchObject({ status: 'saved' })
  expect(await mara.client.call(changeBilling, sent)).toMatchObject({
    payment_method_id: saved.payment_method_id,
  })
  // The default card is still the one that is gone.
  await mara.client.call(changeBilling, bring('pm_card_amex', 'the second card'))
  expect(customers()).toHaveLength(1)
  await shop.travelTo('2031-02-06')
  expect(await taken()).toEqual([4999, 4999])
  await deleted.webhooks.deliver()
  expect(deleted.webhooks.pending()).toEqual([])
  await expectConsistent(shop)
})

import { expect } from 'vitest'
import { test, type TestShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

/** Somebody with one monthly refill in the cart: 49.99. */
const buyerAt = async (shop: TestShop): Promise<Visitor> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  return visitor
}

const states = async (shop: TestShop): Promise<string[]> =>
  (await shop.pages.charges()).map(({ state }) => state)

test('a purchase that the buyer approves at the bank makes one charge and one order', async ({ shop }) => {
  const buyer = await buyerAt(shop)
  const pending = await buyer.checkout({ card: 'challenge' })
  expect(pending).toMatchObject({ status: 'challenge', order: null })
  expect(pending.challenge_url).toContain('/challenge/')
  expect(await shop.chargedCents()).toEqual([])

  const back = await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve')
  expect(`${back.pathname}${back.search}`).toBe(`/thank-you?checkout=${pending.checkout_id}`)
  expect(await buyer.untilDecided(pending.checkout_id)).toMatchObject({
    status: 'ordered',
    order: { total: '49.99' },
  })
  const mara = await shop.asMember(buyer)
  expect(await mara.charges()).toEqual([{ on: '2031-01-06', cents: 4999 }])
})

test('a purchase that the buyer refuses at the bank charges nothing and keeps the cart', async ({ shop }) => {
  const buyer = await buyerAt(shop)
  const pending = await buyer.checkout({ card: 'challenge' })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'refuse')
  expect(await buyer.untilDecided(pending.checkout_id)).toMatchObject({ status: 'declined', order: null })
  expect((await buyer.cart()).items).toEqual({ 'syn-rf': 1 })
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  expect(await shop.chargedCents()).toEqual([4999])
})

test('an unanswered bank confirmation expires and can never charge later', async ({ shop }) => {
  const buyer = await buyerAt(shop)
  const pending = await buyer.checkout({ card: 'challenge' })
  await shop.travelDays(1)
  expect(await buyer.untilDecided(pending.checkout_id)).toMatchObject({ status: 'declined' })
  await shop.pages.answerChallenge(pending.challenge_url ?? '', 'approve').catch(() => undefined)
  expect(await shop.chargedCents()).toEqual([])
  expect((await buyer.cart()).items).toEqual({ 'syn-rf': 1 })
})

test.for(['time-out', 'reset'] as const)(
  '%s: a charge whose answer is lost is settled once and never charged again',
  async (card, { shop }) => {
    const buyer = await buyerAt(shop)
    const filled = await buyer.fill({ card })
    const bought = await buyer.send(filled)
    expect(bought).toMatchObject({ status: 'pending', order: null, error: null })
    // The buyer sends it again and again: it is the same purchase.
    expect((await buyer.send(filled)).checkout_id).toBe(bought.checkout_id)
    await shop.travelDays(1)
    // Where the webhook was faster than the time machine, the order is a day old and its details are not shown any more.
    expect(await buyer.untilDecided(bought.checkout_id)).toMatchObject({ status: 'ordered' })
    await shop.travelDays(1)
    expect(await shop.chargedCents()).toEqual([4999])
    const mara = await shop.asMember(buyer)
    expect(await mara.charges()).toMatchObject([{ cents: 4999 }])
  },
)

test('lost: an attempt that never reached the processor is closed for good, and the cart can be bought again', async ({
  shop,
}) => {
  const buyer = await buyerAt(shop)
  const bought = await buyer.checkout({ card: 'lost' })
  expect(bought.status).toBe('pending')
  await shop.travelDays(1)
  expect(await buyer.untilDecided(bought.checkout_id)).toMatchObject({ status: 'declined' })
  expect(await shop.chargedCents()).toEqual([])
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  expect(await shop.chargedCents()).toEqual([4999])
})

test.for(['no-funds', 'stolen'] as const)(
  '%s: a declined purchase writes nothing but the attempt',
  async (card, { shop }) => {
    const buyer = await buyerAt(shop)
    await expect(buyer.checkout({ card })).rejects.toMatchObject({ code: 'CARD_DECLINED', status: 402 })
    expect((await buyer.cart()).items).toEqual({ 'syn-rf': 1 })
    const rows = await shop.rows()
    expect(rows).toMatchObject({ order: 0, subscription: 0, account: 0, payment_method: 0, address: 0 })
    expect(await shop.chargedCents()).toEqual([])
    expect(await shop.mails()).toEqual([])
  },
)

test('an expired card gets its own error message', async ({ shop }) => {
  const buyer = await buyerAt(shop)
  await expect(buyer.checkout({ card: 'expired' })).rejects.toMatchObject({
    code: 'CARD_EXPIRED',
    status: 402,
  })
})

test('a cart can be paid with another card after a declined one', async ({ shop }) => {
  const buyer = await buyerAt(shop)
  const declined = await buyer.fill({ card: 'no-funds' })
  await expect(buyer.send(declined)).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  // The same request again is the same answer, without asking the bank again.
  await expect(buyer.send(declined)).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await states(shop)).toEqual(['declined'])
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  expect(await states(shop)).toEqual(['declined', 'succeeded'])
})

test.for(['duplicate-webhooks', 'reversed-webhooks', 'slow'] as const)(
  '%s: a purchase makes one charge, one order and one mail',
  async (card, { shop }) => {
    const buyer = await buyerAt(shop)
    expect(await buyer.checkout({ card })).toMatchObject({ status: 'ordered' })
    await shop.travelDays(1)
    expect(await shop.chargedCents()).toEqual([4999])
    expect(await shop.rows()).toMatchObject({ order: 1, subscription: 1, account: 1, charge: 1 })
    const confirmations = (await shop.mails(buyer.email)).filter(({ subject }) =>
      subject.startsWith('Your order'),
    )
    expect(confirmations).toHaveLength(1)
  },
)

test('a card token works once', async ({ shop }) => {
  const token = await shop.pages.tokenFor('approve')
  const [first, second] = [await buyerAt(shop), await buyerAt(shop)]
  expect(await first.checkout({ but: { card: { token } } })).toMatchObject({ status: 'ordered' })
  await expect(second.checkout({ but: { card: { token } } })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  await expect(second.checkout({ but: { card: { token: 'tok_of_nobody' } } })).rejects.toMatchObject({
    code: 'CARD_DECLINED',
  })
  expect(await shop.chargedCents()).toEqual([4999])
})

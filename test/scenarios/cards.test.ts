import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  changeBilling,
  chooseDefaultCard,
  listCards,
  removeCard,
  viewCardRequest,
} from '#payment/endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { withCoupon } from '../support/coupons.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { Member } from '../support/member.ts'
import { test, testInOneShop, type TestShop } from '../support/shop.ts'

const cards = async ({ client }: Member): Promise<string[]> =>
  (await client.call(listCards, {})).cards.map(
    ({ brand, last4, is_default }) => `${brand} ${last4}${is_default ? ' default' : ''}`,
  )

const newCard = async (shop: TestShop, name: TestCardName) => ({ token: await shop.pages.tokenFor(name) })

/** How the card of a member's only subscription ends. */
const paidBy = async (member: Member): Promise<string | undefined> =>
  (await member.subscriptions())[0]?.card?.last4

test('a card is saved without a charge and pays the subscription that it was added for', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const { client } = mara
  const id = (await mara.subscriptions())[0]?.id ?? ''
  const card = await newCard(shop, 'mastercard')
  const sent = { card, subscription_id: id, request_id: 'another card' }
  const saved = await client.call(changeBilling, sent)
  expect(saved).toMatchObject({ status: 'saved', challenge_url: null, subscription_ids: [id] })
  expect(saved.loamSessionToken).toEqual(expect.any(String))
  expect(await client.call(changeBilling, sent)).toEqual({ ...saved, loamSessionToken: expect.any(String) })
  expect(await cards(mara)).toEqual(['visa 4242 default', 'mastercard 4444'])
  expect(await paidBy(mara)).toBe('4444')
  expect(await shop.chargedCents()).toEqual([4999])
  const again = (await client.call(listCards, {})).cards
  const [first, second] = [again[0]?.id ?? '', again[1]?.id ?? '']
  await expect(client.call(removeCard, { id: second })).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await client.call(chooseDefaultCard, { id: second })
  await client.call(removeCard, { id: first })
  expect(await cards(mara)).toEqual(['mastercard 4444 default'])
  await shop.travelTo('2031-02-06')
  expect((await shop.pages.charges()).map(({ card: last4 }) => last4)).toEqual(['4242', '4444'])
  await expectConsistent(shop)
})

test('a card that needs bank confirmation is saved and used only after the bank approves', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const ask = async () =>
    mara.client.call(changeBilling, {
      card: await newCard(shop, 'challenge'),
      all_subscriptions: true,
      make_default: true,
    })
  const refused = await ask()
  expect(refused).toMatchObject({ status: 'challenge', payment_method_id: null, subscription_ids: [] })
  await shop.pages.answerChallenge(refused.challenge_url ?? '', 'refuse')
  const approved = await ask()
  const back = await shop.pages.answerChallenge(approved.challenge_url ?? '', 'approve')
  expect(`${back.pathname}${back.search}`).toBe(
    `/account/settings/payment-methods?card=${approved.card_request_id ?? ''}`,
  )
  const cardRequest = (id: string | null) => mara.client.call(viewCardRequest, { id: id ?? '' })
  await expect.poll(async () => (await cardRequest(refused.card_request_id)).status).toBe('declined')
  await expect.poll(async () => (await cardRequest(approved.card_request_id)).status).toBe('saved')
  await shop.settled()
  expect(await cards(mara)).toEqual(['visa 3155 default', 'visa 4242'])
  expect(await paidBy(mara)).toBe('3155')
  await shop.travelTo('2031-02-06')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  await expectConsistent(shop)
})

test.for(['time-out', 'lost'] as const)(
  '%s: a card whose answer is lost is saved completely or not at all',
  async (card, { shop }) => {
    const mara = await shop.member({ plan: 'monthly refill' })
    const id = (await mara.subscriptions())[0]?.id ?? ''
    const sent = { card: await newCard(shop, card), subscription_id: id, request_id: 'a lost card' }
    expect(await mara.client.call(changeBilling, sent)).toMatchObject({
      status: 'pending',
      subscription_ids: [],
    })
    await shop.travelDays(1)
    if (card === 'lost') {
      // Nothing was decided about the card, so nothing says that it was declined.
      await expect(mara.client.call(changeBilling, sent)).rejects.toMatchObject({ code: 'SHOP_BUSY' })
      expect(await paidBy(mara)).toBe('4242')
    } else {
      expect(await mara.client.call(changeBilling, sent)).toMatchObject({
        status: 'saved',
        subscription_ids: [id],
      })
      expect(await paidBy(mara)).toBe('0024')
    }
    expect(await shop.chargedCents()).toEqual([4999])
    await expectConsistent(shop)
  },
)

test('a refused card is not saved, and a member cannot use the cards or subscriptions of another member', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const noor = await shop.member({ plan: 'vaginal refill' })
  for (const [card, code] of [
    ['stolen', 'CARD_DECLINED'],
    ['expired', 'CARD_EXPIRED'],
  ] as const)
    await expect(mara.client.call(changeBilling, { card: await newCard(shop, card) })).rejects.toMatchObject({
      code,
      status: 402,
    })
  expect(await cards(mara)).toEqual(['visa 4242 default'])
  const hers = (await mara.client.call(listCards, {})).cards[0]?.id ?? ''
  const subscription = (await mara.subscriptions())[0]?.id ?? ''
  const missing = { code: 'NOT_FOUND' }
  const call = noor.client.call
  await expect(call(changeBilling, { card: { payment_method_id: hers } })).rejects.toMatchObject(missing)
  await expect(
    call(changeBilling, { card: await newCard(shop, 'approve'), subscription_id: subscription }),
  ).rejects.toMatchObject(missing)
  expect(await cards(noor)).toEqual(['visa 4242 default'])
  await expect(call(viewCardRequest, { id: randomUUID() })).rejects.toMatchObject(missing)
})

test('the same request sent twenty times at once saves one card', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const sent = { card: await newCard(shop, 'mastercard'), request_id: 'twenty times', make_default: true }
  const answers = await Promise.all(Array.from({ length: 20 }, () => mara.client.call(changeBilling, sent)))
  expect(new Set(answers.map((one) => one.card_request_id)).size).toBe(1)
  await shop.settled()
  expect(await cards(mara)).toEqual(['mastercard 4444 default', 'visa 4242'])
})

const freeShop = testInOneShop({ prepare: withCoupon('NOTHING', { value: 100 }) })

freeShop.for([
  ['approve', '4242'],
  ['challenge', '3155'],
] as const)(
  'a purchase of 0.00 keeps the new card (%s) that the subscription renews with',
  async ([card, last4], { shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    await buyer.enterCode('NOTHING')
    expect(await buyer.preview()).toMatchObject({ total: '0.00' })
    const bought = await buyer.checkout({ card })
    if (card === 'challenge') await shop.pages.answerChallenge(bought.challenge_url ?? '', 'approve')
    expect(await buyer.untilDecided(bought.checkout_id)).toMatchObject({
      status: 'ordered',
      order: { total: '0.00' },
    })
    const mara = await shop.asMember(buyer)
    expect(await cards(mara)).toEqual([`visa ${last4} default`])
    expect(await paidBy(mara)).toBe(last4)
    expect(await shop.chargedCents()).toEqual([])
    // And once more with the saved card.
    const saved = (await mara.client.call(listCards, {})).cards[0]?.id ?? ''
    await mara.add('vs-rf')
    await mara.enterCode('NOTHING')
    const again = await mara.checkout({ but: { card: { payment_method_id: saved } } })
    expect(again).toMatchObject({ status: 'ordered', order: { total: '0.00' } })
    expect(await cards(mara)).toEqual([`visa ${last4} default`])
    expect(await mara.subscriptions()).toHaveLength(2)
    await expectConsistent(shop)
  },
)

freeShop('a purchase of 0.00 whose card is refused makes no order', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.enterCode('NOTHING')
  await expect(buyer.checkout({ card: 'stolen' })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  await expect(buyer.checkout({ but: { card: undefined } })).rejects.toMatchObject({
    fields: { card: 'Please enter a card.' },
  })
  expect((await buyer.cart()).items).toEqual({ 'syn-rf': 1 })
})

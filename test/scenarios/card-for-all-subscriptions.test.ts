import { sql } from 'kysely'
import { expect } from 'vitest'
import { chooseCurrency } from '#catalogue/endpoints.ts'
import { changeBilling, listCards, removeCard } from '#payment/endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { Member } from '../support/member.ts'
import { test, testDuringCharge, type TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

const newCard = async (shop: TestShop, name: TestCardName) => ({ token: await shop.pages.tokenFor(name) })

/** Sends a form of a page as a browser without scripts does, and answers the page that it leads to. */
const press = async (
  shop: TestShop,
  { client }: Pick<Member, 'client'>,
  path: string,
  fields: Record<string, string>,
) => {
  const sent = await client.send({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  const next = sent.headers.get('location')
  return next === null ? sent.text : (await client.send({ method: 'GET', path: next })).text
}

const cardsPath = '/account/settings/payment-methods'

/** A member with two subscriptions, the first by a card whose answers get lost, so that a charge of it is undecided for long. */
const withTwo = async (shop: TestShop, card: TestCardName = 'approve') => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.untilDecided((await buyer.checkout({ card })).checkout_id)
  const member = await shop.asMember(buyer)
  await member.add('vs-rf')
  await member.checkout()
  const mara = await subscriptionClient(member)
  const second = (await mara.subscriptions()).find(({ id }) => id !== mara.id)?.id ?? ''
  return { mara, second }
}

const lastDigits = async (member: Pick<Member, 'subscriptions'>): Promise<unknown> =>
  Object.fromEntries((await member.subscriptions()).map(({ planCode, card }) => [planCode, card?.last4]))

test('"Use it for all subscriptions" makes one card pay both subscriptions from their next orders', async ({
  shop,
}) => {
  const { mara } = await withTwo(shop)
  const saved = await mara.client.call(changeBilling, { card: await newCard(shop, 'mastercard') })
  const before = await mara.client.send({ method: 'GET', path: cardsPath })
  expect(before.text).toContain('Use it for all subscriptions')
  const answer = await press(shop, mara, cardsPath, { id: saved.payment_method_id ?? '', intent: 'all' })
  expect(answer).toContain(
    'All your subscriptions will use this card from their next order. You were not charged.',
  )
  expect(answer).toContain('All your subscriptions use this card: ')
  expect(await lastDigits(mara)).toEqual({ 'syn-rf': '4444', 'vs-rf': '4444' })
  const taken = await shop.chargedCents()
  await shop.travelTo('2031-02-06')
  expect((await shop.pages.charges()).slice(taken.length).map(({ card: last4 }) => last4)).toEqual([
    '4444',
    '4444',
  ])
  await expectConsistent(shop)
})

testDuringCharge(
  'a card for all while one subscription is being charged: that one follows, with the latest choice, when its charge is decided',
  async ({ shop }) => {
    const { mara, second } = await withTwo(shop, 'time-out')
    expect((await mara.agree({ action: 'order-now' })).made.charge).toBe('pending')
    const sent = {
      card: await newCard(shop, 'mastercard'),
      all_subscriptions: true,
      request_id: 'a card for all',
    }
    const saved = await mara.client.call(changeBilling, sent)
    const waiting = { subscription_id: mara.id, amount: '49.99', on: '2031-01-06' }
    expect(saved).toMatchObject({
      status: 'saved',
      subscription_ids: [second],
      waiting: [waiting],
      refused: [],
    })
    expect(await mara.view()).toMatchObject({
      card: { last4: '0024' },
      waiting_payment_method_id: saved.payment_method_id,
      charge_in_flight: { amount: '49.99', on: '2031-01-06' },
    })
    // No message to the member depends on scripts.
    const response = await press(shop, mara, cardsPath, { id: saved.payment_method_id ?? '', intent: 'all' })
    expect(response).toContain('$49.99 is being charged for your January 6, 2031 order.')
    expect(response).toContain('will use this card after that payment is complete')
    await expect(mara.client.call(removeCard, { id: saved.payment_method_id ?? '' })).rejects.toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
    })
    // The later choice counts, and what is done after the first request does not come behind it.
    const later = { card: await newCard(shop, 'amex'), all_subscriptions: true }
    expect(await mara.client.call(changeBilling, later)).toMatchObject({ waiting: [waiting] })
    await shop.settled()
    await shop.travelDays(1)
    expect(await lastDigits(mara)).toEqual({ 'syn-rf': '0005', 'vs-rf': '0005' })
    expect(await mara.view()).toMatchObject({ charge_in_flight: null, waiting_payment_method_id: null })
    await expectConsistent(shop)
  },
)

test('when a card is used for all subscriptions, a subscription that cannot use the card is reported with the reason and the others use it', async ({
  shop,
}) => {
  const { mara, second } = await withTwo(shop)
  const { kysely: db } = shop.app.database
  // A plan has a foreign key, which is disabled here.
  await sql`alter table subscription drop constraint subscription_plan_code_fkey`.execute(db)
  await sql`update subscription set plan_code = 'syn-gone' where id = ${mara.id}`.execute(db)
  const card = await newCard(shop, 'mastercard')
  expect(await mara.client.call(changeBilling, { card, all_subscriptions: true })).toMatchObject({
    subscription_ids: [second],
    waiting: [],
    refused: [{ subscription_id: mara.id, detail: expect.stringContaining('product for this subscription') }],
  })
  const id = (await mara.client.call(listCards, {})).cards.find(({ last4 }) => last4 === '4444')?.id ?? ''
  const response = await press(shop, mara, cardsPath, { id, intent: 'all' })
  expect(response).toContain(
    'still uses its current card. The product for this subscription is missing from our records.',
  )
})

test('a card that paid two orders is listed once with both uses, and is removed completely', async ({
  shop,
}) => {
  const { mara, second } = await withTwo(shop)
  const list = async () => (await mara.client.call(listCards, {})).cards
  const [card, ...others] = await list()
  expect(others).toEqual([])
  expect(card).toMatchObject({ last4: '4242', is_default: true })
  expect(card?.ids).toHaveLength(2)
  const page = await mara.client.send({ method: 'GET', path: cardsPath })
  expect(page.text.match(/ending in 4242</g)).toHaveLength(1)
  expect(page.text).toContain('All your subscriptions use this card: ')
  const shown = await mara.client.send({
    method: 'GET',
    path: `/account/subscriptions/${mara.id}/change-payment-method`,
  })
  expect(shown.text.match(/Card ending 4242/g)).toHaveLength(1)
  expect(shown.text).toContain('No change')
  // The record of the card that paid the first order is not used any more; another record of the same card still is.
  const saved = await mara.client.call(changeBilling, { card: await newCard(shop, 'mastercard') })
  const other = saved.payment_method_id ?? ''
  await mara.client.call(changeBilling, { card: { payment_method_id: other }, subscription_id: mara.id })
  for (const id of card?.ids ?? [])
    await expect(mara.client.call(removeCard, { id })).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  await mara.client.call(changeBilling, { card: { payment_method_id: other }, subscription_id: second })
  await press(shop, mara, cardsPath, { id: card?.id ?? '', intent: 'remove' })
  expect((await list()).map(({ last4 }) => last4)).toEqual(['4444'])
  // A removed card pays for nothing new.
  for (const id of card?.ids ?? [])
    await expect(
      mara.client.call(changeBilling, { card: { payment_method_id: id }, subscription_id: mara.id }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expectConsistent(shop)
})

test('a card for all subscriptions pays owed, paused, future and other-currency subscriptions on their own days, and leaves gifts out', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout({ card: 'renewal-no-funds' })
  const member = await shop.asMember(buyer)
  for (const code of ['vs-rf', 'pds-wk', 'syn-wk-gift-2020'])
    await member.add(code).then(() => member.checkout())
  await member.client.call(chooseCurrency, { currency: 'EUR' })
  await member.add('syn-rf-3mo')
  await member.checkout({ place: 'berlin' })
  const byCode = async (code: string) => {
    const found = (await member.subscriptions()).find(({ planCode }) => planCode === code)
    if (!found) throw new Error(`nobody has ${code}`)
    return found
  }
  const change = async (code: string, asked: PayloadInput<typeof changeSubscription>['change']) =>
    member.client.call(changeSubscription, { id: (await byCode(code)).id, change: asked })
  await change('vs-rf', { action: 'pause', until: '2031-02-20' })
  await change('pds-rf', { action: 'cancel' })
  await change('pds-rf', { action: 'reactivate', next_order_on: '2031-02-15' })
  await shop.travelTo('2031-02-06')
  expect((await byCode('syn-rf')).payment_problem).toMatchObject({ next_try_on: '2031-02-07' })
  const card = await newCard(shop, 'mastercard')
  const saved = await member.client.call(changeBilling, { card, all_subscriptions: true })
  expect(saved).toMatchObject({ status: 'saved', waiting: [], refused: [] })
  expect(saved.subscription_ids).toHaveLength(4)
  // Two tabs that are older than that choice ask for it once more.
  const id = saved.payment_method_id ?? ''
  const pages = await Promise.all([1, 2].map(() => press(shop, member, cardsPath, { id, intent: 'all' })))
  for (const page of pages) expect(page).toContain('All your subscriptions use this card: ')
  const before = (await shop.pages.charges()).length
  await shop.travelTo('2031-04-07')
  const charges = (await shop.pages.charges()).slice(before)
  // What was owed, a paused vs-rf twice (39.99 once within these days), pds-rf, syn-rf, and 126.87 euros.
  expect(charges.filter(({ card: last4, state }) => `${last4} ${state}` !== '4444 succeeded')).toEqual([])
  expect(charges.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([
    3999, 4999, 4999, 4999, 4999, 4999, 12687,
  ])
  await expectConsistent(shop)
})

test('a declined card for all subscriptions changes nothing, and the error is shown at the card field', async ({
  shop,
}) => {
  const { mara } = await withTwo(shop)
  const card = await newCard(shop, 'no-funds')
  await expect(mara.client.call(changeBilling, { card, all_subscriptions: true })).rejects.toMatchObject({
    code: 'CARD_DECLINED',
  })
  expect(await lastDigits(mara)).toEqual({ 'syn-rf': '4242', 'vs-rf': '4242' })
  const page = await press(shop, mara, '/account/settings/payment-methods/new', {
    card_token: await shop.pages.tokenFor('no-funds'),
    request_id: 'a declined card',
    pays: 'all',
  })
  expect(page.replaceAll('’', "'")).toMatch(/href="#card">Your card was declined\./)
  expect(page).toMatch(/id="card-error"[^>]*>Your card was declined\./)
})

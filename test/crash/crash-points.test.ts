import { expect } from 'vitest'
import { crashPoints, type CrashPoint } from '#platform/crash-points.ts'
import { armed, beforeTheWorker, cut, killedAt } from './armed-shop.ts'
import { atDispute, atEvidence } from './dispute-points.ts'
import { updateCardLink } from '../support/card-link.ts'
import { claimGift } from '#gift/endpoints.ts'
import { changeBilling } from '#payment/endpoints.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { carrierLabels } from '../support/carrier-labels.ts'
import { owingConfirmation } from '../support/owed-confirmation.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { test } from '../support/shop.ts'

const atPurchase: readonly CrashPoint[] = [
  'purchase: nothing written',
  'purchase: intent written',
  'purchase: processor answered',
  'purchase: order written',
]

test.for(killedAt(atPurchase))(
  'killed at "%s", a resubmitted form is charged and ordered once',
  async (step, { shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    await buyer.enterCode('FIRST100')
    const { cart_id: cartId } = await buyer.cart()
    const { died } = await armed(shop, step)
    // The form names its cart, because the first answer clears the cookie.
    const filled = await buyer.fill({ but: { cart_id: cartId ?? '' } })
    expect(await buyer.send(filled).catch(cut)).toBe('interrupted')
    await died
    await shop.app.start()
    await shop.travelDays(1)
    const again = await buyer.send(filled)
    // 49.99 less 20 %, 9.998, rounded 10.00.
    expect(again).toMatchObject({ status: 'ordered', order: { total: '39.99' } })
    expect(await shop.chargedCents()).toEqual([3999])
    expect((await buyer.send(filled)).order).toEqual(again.order)
    await expectConsistent(shop)
    expect(await (await shop.asMember(buyer)).charges()).toHaveLength(1)
  },
)

test.for(killedAt(atPurchase))('killed at "%s", an abandoned purchase is settled', async (step, { shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.enterCode('FIRST100')
  const { died } = await armed(shop, step)
  expect(await buyer.checkout().catch(cut)).toBe('interrupted')
  await died
  await shop.app.start()
  await shop.travelDays(1)
  const wasCharged = step === 'purchase: processor answered' || step === 'purchase: order written'
  expect(await shop.chargedCents()).toEqual(wasCharged ? [3999] : [])
  expect((await shop.rows())['order']).toBe(wasCharged ? 1 : 0)
  await expectConsistent(shop)
})

const atRenewal: readonly CrashPoint[] = [
  'renewal: cycles opened',
  'renewal: processor answered',
  'renewal: order written',
]

test.for(killedAt(atRenewal))('killed at "%s", the billing cycle is billed once', async (step, { shop }) => {
  const members = [
    await shop.member({ plan: 'monthly refill' }),
    await shop.member({ plan: 'vaginal refill' }),
  ]
  const { died } = await armed(shop, step)
  await shop.travelTo('2031-02-06').catch(cut)
  await died
  await shop.app.start()
  await shop.travelDays(2)
  expect((await shop.chargedCents()).toSorted()).toEqual([3999, 3999, 4999, 4999])
  await expectConsistent(shop)
  for (const member of members) {
    expect(await member.charges()).toHaveLength(2)
    expect((await member.subscriptions())[0]).toMatchObject({ state: 'active', next_order_on: '2031-03-06' })
  }
})

test('killed at "settlement: processor answered", the lost charge is settled once', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { died } = await armed(shop, 'settlement: processor answered')
  const bought = await buyer.checkout({ card: 'time-out' }).catch(cut)
  await shop.travelDays(1).catch(cut)
  await died
  await shop.app.start()
  await shop.travelDays(1)
  if (typeof bought !== 'string') {
    expect(await buyer.untilDecided(bought.checkout_id)).toMatchObject({ status: 'ordered' })
  }
  expect(await shop.chargedCents()).toEqual([4999])
  await expectConsistent(shop)
})

const atRefund: readonly CrashPoint[] = ['refund: written', 'refund: processor answered', 'refund: recorded']

test.for(killedAt(atRefund))(
  'killed at "%s", the order is canceled and refunded once',
  async (step, { shop }) => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    const { order } = await buyer.checkout()
    const { died } = await armed(shop, step)
    const orderKey = { number: order?.number ?? '', email: buyer.email }
    expect(await buyer.client.call(withdraw, orderKey).catch(cut)).toBe('interrupted')
    await died
    await shop.app.start()
    await shop.travelDays(1)
    expect(await buyer.client.call(withdraw, orderKey)).toMatchObject({ kind: 'cancel', refund: '49.99' })
    expect(await shop.refundedCents()).toEqual([4999])
    await expectConsistent(shop)
  },
)

const atLabel: readonly CrashPoint[] = ['label: carrier answered', 'label: handed over']

test.for(killedAt(atLabel))('killed at "%s", an order has one label and one mail', async (step, { shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { order } = await buyer.checkout()
  const { died } = await armed(shop, step)
  // A refill leaves after two days.
  await shop.travelTo('2031-01-08').catch(cut)
  await died
  await shop.app.start()
  await shop.travelDays(2)
  const found = { number: order?.number ?? '', email: buyer.email }
  const { state, shipments } = await buyer.client.call(findGuestOrder, found)
  expect([state, shipments.map((shipment) => shipment.state)]).toEqual(['shipped', ['shipped']])
  expect(await carrierLabels(shop.app.carrier.url)).toMatchObject([
    { state: 'handed-over', tracking: shipments[0]?.tracking, reference: found.number },
  ])
  const subjects = (await shop.mails(buyer.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.endsWith('has shipped'))).toHaveLength(1)
  await expectConsistent(shop)
})

const atCard: readonly CrashPoint[] = ['card: request written', 'card: processor answered']

test.for(killedAt(atCard))(
  'killed at "%s", a card is saved once and used, or not saved at all',
  async (step, { shop }) => {
    const mara = await shop.member({ plan: 'monthly refill' })
    const id = (await mara.subscriptions())[0]?.id ?? ''
    const card = { token: await shop.pages.tokenFor('mastercard') }
    const { died } = await armed(shop, step)
    const sent = { card, subscription_id: id, request_id: 'one more card' }
    expect(await mara.client.call(changeBilling, sent).catch(cut)).toBe('interrupted')
    await died
    await shop.app.start()
    await shop.travelDays(1)
    const wasSaved = step === 'card: processor answered'
    expect((await mara.subscriptions())[0]?.card?.last4).toBe(wasSaved ? '4444' : '4242')
    expect(await shop.chargedCents()).toEqual([4999])
    await expectConsistent(shop)
  },
)

test('killed at "mail: sent", the mail is sent again and is in the outbox once', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { died } = await armed(shop, 'mail: sent')
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  await died
  await shop.app.start(null, undefined, undefined, 'after the heartbeat')
  await expectConsistent(shop)
  await shop.asMember(buyer)
})

const atDunning: readonly CrashPoint[] = [
  'dunning: charge written',
  'dunning: processor answered',
  'dunning: order written',
]

test.for(killedAt(atDunning))('killed at "%s", the owed order is paid once', async (step, { shop }) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  await shop.travelTo('2031-02-06')
  const { died } = await armed(shop, step)
  const link = await updateCardLink(shop, mara)
  expect(await link.pay('approve').catch(cut)).toBe('interrupted')
  await died
  // Until the outcome of the first card is known, no second one is charged.
  const early = await beforeTheWorker(shop, () => link.pay('approve').catch((thrown: unknown) => thrown))
  if (step === 'dunning: processor answered') expect(early).toMatchObject({ code: 'PAYMENT_PENDING' })
  await shop.travelDays(1)
  const { status } = await link.view()
  if (status === 'owed') await link.pay('approve')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  expect((await mara.subscriptions())[0]).toMatchObject({ state: 'active', payment_problem: null })
  await expectConsistent(shop)
})

const atConfirmation: readonly CrashPoint[] = [...atDunning, 'dunning: question ended']

test.for(killedAt(atConfirmation))(
  'killed at "%s" during bank confirmation, the order is paid once',
  async (step, { shop }) => {
    const { link } = await owingConfirmation(shop)
    if (step === 'dunning: question ended') await link.confirm()
    const { died } = await armed(shop, step)
    const pay = () => (step === 'dunning: question ended' ? link.pay('approve') : link.confirm())
    expect(await pay().catch(cut)).toBe('interrupted')
    await died
    await beforeTheWorker(shop, async () => undefined)
    await shop.travelDays(1)
    // Nobody answered the bank's question, so it expired.
    expect(await link.view()).toMatchObject({ status: 'owed', can_confirm: true })
    expect(await shop.chargedCents()).toEqual([4999])
    const again = await link.confirm()
    await shop.pages.answerChallenge(again.challenge_url ?? '', 'approve')
    await expect.poll(async () => (await link.view()).status).toBe('paid')
    expect(await shop.chargedCents()).toEqual([4999, 4999])
    await expectConsistent(shop)
  },
)

const atGift = ['gift: mail written', 'gift: claim written'] as const

test('killed at both steps of a gift, it is mailed once and claimed once', async ({ shop }) => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  await giver.enterGiftDetails({ recipient_email: 'noor@example.com', starts_on: '2031-01-08' })
  await giver.checkout()
  const { died } = await armed(shop, atGift[0])
  await shop.travelTo('2031-01-08').catch(cut)
  await died
  await shop.app.start()
  await shop.travelDays(1)
  const links = (await shop.mails('noor@example.com')).flatMap(
    ({ text }) => /\/gift\/claim\/([\w.-]+)/.exec(text)?.[1] ?? [],
  )
  expect(links).toHaveLength(1)
  const claim = { token: links[0] ?? '', address: places.oregon }
  const again = await armed(shop, atGift[1])
  expect(await shop.visitor().client.call(claimGift, claim).catch(cut)).toBe('interrupted')
  await again.died
  await shop.app.start()
  expect(await shop.visitor().client.call(claimGift, claim)).toMatchObject({ state: 'claimed' })
  expect(await shop.chargedCents()).toEqual([4999])
  await expectConsistent(shop)
})

test('a new card while the retry of the old one was interrupted pays the order once', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' })
  await shop.travelTo('2031-02-06')
  const { died } = await armed(shop, 'renewal: processor answered')
  const link = await updateCardLink(shop, mara)
  await shop.travelTo('2031-02-07').catch(cut)
  await died
  const early = await beforeTheWorker(shop, () => link.pay('approve').catch((thrown: unknown) => thrown))
  expect(early).toMatchObject({ code: 'PAYMENT_PENDING' })
  await shop.travelTo('2031-02-08')
  expect(await link.pay('approve')).toMatchObject({ status: 'paid' })
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  await shop.travelTo('2031-02-12')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  await expectConsistent(shop)
})

test('every crash point is tested', () => {
  const walked = [
    ...atPurchase,
    ...atRenewal,
    ...atConfirmation,
    ...atRefund,
    ...atLabel,
    ...atCard,
    ...atGift,
    ...atDispute,
    ...atEvidence,
    'settlement: processor answered',
    'mail: sent',
    // `return-labels.test.ts`, `reported-by-stripe.test.ts`
    'return label: carrier answered',
    'refund: report read',
    'refund: report recorded',
    // `problems.test.ts`
    'problem: recorded',
    // `bulk-action.test.ts`
    'bulk action: order done',
    'order export: part written',
    'shipment: packed',
    // `newsletter.test.ts`, `partner.test.ts`
    'newsletter: copy claimed',
    'partner: done',
    'webhook: sent',
    // `publications.test.ts`
    'publication: written',
    'publication: committed',
  ]
  expect(walked.toSorted()).toEqual([...crashPoints].toSorted())
})

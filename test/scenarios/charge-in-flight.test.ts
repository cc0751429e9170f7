import { expect } from 'vitest'
import { changeAddress, listAddresses } from '#account/settings-endpoints.ts'
import { deleteAccount } from '#account/privacy-endpoints.ts'
import { changeBilling } from '#payment/endpoints.ts'
import * as changeCalls from '#subscription/change/change-endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { charging } from '../support/charged-subscription.ts'
import { expectConsistent } from '../support/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { testDuringCharge as test, type TestShop } from '../support/shop.ts'
import { listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'

const nothing = { code: 'NOT_FOUND', status: 404 }

const confirmation = async (shop: TestShop, email: string): Promise<string> =>
  (await shop.mails(email)).findLast(({ subject }) => subject === 'Your subscription is canceled')?.text ?? ''

test('the sum of a renewal that is being charged is shown before, with and after a cancel', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const preview = await mara.preview({ action: 'cancel' })
  expect(preview.charge_in_flight).toMatchObject({ amount: '49.99', on: '2031-01-06' })
  await expect(mara.make({ action: 'order-now' })).rejects.toMatchObject({
    detail:
      '$49.99 is being charged for your January 6, 2031 order. Please try again in a few minutes. Nothing else was changed. Once it’s paid, you can cancel that order until we pack it.',
  })
  const { charge, charge_in_flight: inFlight, change_id: changeId } = await mara.make({ action: 'cancel' })
  expect({ charge, inFlight }).toEqual({
    charge: 'pending',
    inFlight: {
      ...preview.charge_in_flight,
      state: 'pending',
      is_order_canceled: false,
      can_cancel_order: true,
    },
  })
  // Its order, if it comes to one, belongs to somebody: until then the account stays.
  await mara.prove()
  await expect(mara.call(deleteAccount, { email: mara.email })).rejects.toMatchObject({
    data: { reason: 'charge-in-flight' },
  })
  const mail = await confirmation(shop, mara.email)
  expect(mail).toMatch(/\$49\.99 (is being|was) charged for your January 6, 2031 order/)
  expect(mail).not.toContain('You won’t be charged again')
  expect(mail).toContain('Cancel that order too and get $49.99 back')
  await shop.travelDays(1)
  expect(await mara.charges()).toHaveLength(2)
  // It has shipped: it cannot be canceled by a button.
  await shop.travelTo('2031-01-20')
  await mara.signIn()
  const path = `/account/subscriptions/${mara.id}?done=${changeId}`
  expect((await mara.client.send({ method: 'GET', path })).text).not.toContain('Cancel that order too')
  const request = { id: mara.id, change_id: changeId }
  await expect(mara.call(changeCalls.cancelChargedOrder, request)).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'order-shipped' },
  })
  expect(await shop.refundedCents()).toEqual([0, 0])
})

/** Presses the only button of the page that a link of the mail about the cancel leads to. */
const pressesTheMail = async (
  shop: TestShop,
  mara: Awaited<ReturnType<typeof charging>>,
): Promise<string> => {
  await mara.signIn()
  const mail = await confirmation(shop, mara.email)
  const link = new URL(/https?:\S+\?done=[\w-]+/.exec(mail)?.[0] ?? '')
  const page = await mara.client.send({ method: 'GET', path: `${link.pathname}${link.search}` })
  expect(page.text).toContain('Cancel that order too and get $49.99 back')
  const sent = await mara.client.send({
    method: 'POST',
    path: link.pathname,
    body: new URLSearchParams({
      change_id: link.searchParams.get('done') ?? '',
      step: 'cancel-order',
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(sent.status).toBe(303)
  return (await mara.client.send({ method: 'GET', path: sent.headers.get('location') ?? '' })).text
}

test.for(['while it is pending', 'once it is paid'])(
  'a member who canceled the subscription cancels and refunds the order being charged (%s) with one button of the mail',
  async (when, { shop }) => {
    const mara = await charging(shop)
    const { change_id: changeId } = await mara.make({ action: 'cancel' })
    if (when === 'once it is paid') await shop.travelDays(1)
    const done = await pressesTheMail(shop, mara)
    expect(done).toContain('hat order will be canceled and refunded')
    expect(done).not.toContain('Cancel that order too')
    const request = { id: mara.id, change_id: changeId }
    // Pressed twenty times at once it is one refund.
    const again = Array.from({ length: 20 }, () => mara.call(changeCalls.cancelChargedOrder, request))
    for (const reply of await Promise.all(again))
      expect(reply).toMatchObject({ amount: '49.99', is_order_canceled: true, can_cancel_order: false })
    await shop.travelDays(1)
    await shop.travelDays(1)
    expect(await shop.chargedCents()).toEqual([4999, 4999])
    expect(await shop.refundedCents()).toEqual([0, 4999])
    await mara.signIn()
    expect((await mara.view()).state).toBe('canceled')
  },
)

test('a member who cancels during a charge can cancel the order being charged in the same step, by a form without scripts', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const path = `/account/subscriptions/${mara.id}/cancel`
  const { text } = await mara.client.send({ method: 'GET', path })
  expect(text).toContain('$49.99 is being charged for your January 6, 2031 order.')
  const named = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
  const fields = {
    token: named('token'),
    charged_cycle: named('charged_cycle'),
    cancel_order: 'yes',
    step: 'commit',
  }
  const sent = await mara.client.send({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(sent.status).toBe(303)
  const done = await mara.client.send({ method: 'GET', path: sent.headers.get('location') ?? '' })
  expect(done.text).toContain('that order will be canceled and refunded')
  await shop.travelDays(1)
  await shop.travelDays(1)
  // Taken and given back: what was paid first stays.
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  expect(await shop.refundedCents()).toEqual([0, 4999])
  await mara.signIn()
  expect((await mara.orders()).map(({ state }) => state)).toContain('canceled')
  expect((await mara.view()).state).toBe('canceled')
})

test('canceling a subscription does not cancel the order of another subscription', async ({ shop }) => {
  const mara = await charging(shop)
  const noor = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { change_id: changeId, charge_in_flight: charge } = await mara.make({ action: 'cancel' })
  const cycle = charge?.cycle_id
  const ofAnother = { id: noor.id, cancel_order_of_cycle: cycle }
  await expect(noor.call(changeCalls.cancelSubscription, ofAnother)).rejects.toMatchObject(nothing)
  expect((await noor.view()).state).toBe('active')
  for (const id of [mara.id, noor.id])
    await expect(
      noor.call(changeCalls.cancelChargedOrder, { id, change_id: changeId }),
    ).rejects.toMatchObject(nothing)
  // A cancel that was undone cancels no order any more.
  const own = { id: mara.id, change_id: changeId }
  await mara.call(changeCalls.undoChange, own)
  await expect(mara.call(changeCalls.cancelChargedOrder, own)).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'changed-since' },
  })
})

test('changing a saved address during a charge names the sum of the order that goes to the old address', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const [savedAddress] = (await mara.client.call(listAddresses, {})).addresses
  if (!savedAddress) throw new Error('the member has no address')
  const moved = { ...savedAddress, address: '99 Quay Road' }
  expect(await mara.client.call(changeAddress, moved)).toMatchObject({
    charges_in_flight: [{ subscription_id: mara.id, amount: '49.99', on: '2031-01-06' }],
  })
  const form = new URLSearchParams(Object.entries({ ...moved, address: '100 Quay Road' }))
  const page = await mara.client.send({
    method: 'POST',
    path: '/account/settings/addresses',
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(page.text).toContain(
    '$49.99 is being charged for your January 6, 2031 order. That order ships to the old address.',
  )
  await shop.travelDays(1)
  const orders = await mara.orders()
  expect(orders.at(-1)?.address.address).toBe(savedAddress.address)
  expect((await mara.view()).address?.address).toBe('100 Quay Road')
  expect(await mara.call(changeAddress, moved)).toMatchObject({ charges_in_flight: [] })
})

const brings = async (shop: TestShop, mara: Awaited<ReturnType<typeof charging>>, name: TestCardName) =>
  mara.call(changeBilling, { card: { token: await shop.pages.tokenFor(name) }, all_subscriptions: true })

test('a cancel made during a charge can be undone after a newly chosen card took over, and the new card stays', async ({
  shop,
}) => {
  const mara = await charging(shop)
  expect(await brings(shop, mara, 'mastercard')).toMatchObject({ waiting: [{ subscription_id: mara.id }] })
  const { change_id: changeId } = await mara.make({ action: 'cancel' })
  await shop.advanceSeconds(60)
  await shop.settled()
  expect(await mara.view()).toMatchObject({
    state: 'canceled',
    card: { last4: '4444' },
    charge_in_flight: null,
  })
  const { changes } = await mara.call(listSubscriptionChanges, { id: mara.id })
  expect(changes.find(({ id }) => id === changeId)?.undo_until).toEqual(expect.any(String))
  await mara.call(changeCalls.undoChange, { id: mara.id, change_id: changeId })
  expect(await mara.view()).toMatchObject({ state: 'active', card: { last4: '4444' } })
  const taken = (await shop.pages.charges()).length
  await shop.travelTo('2031-02-06')
  // The earlier card is never charged again.
  expect((await shop.pages.charges()).slice(taken).map(({ card }) => card)).toEqual(['4444'])
})

test('an immediate order can be undone after a card change, but not after any other change', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const [order] = (await mara.call(listSubscriptionChanges, { id: mara.id })).changes
  await brings(shop, mara, 'mastercard')
  await shop.advanceSeconds(60)
  await shop.settled()
  await brings(shop, mara, 'amex')
  const own = { id: mara.id, change_id: order?.id ?? '' }
  const until = (await mara.call(listSubscriptionChanges, { id: mara.id })).changes.find(
    ({ id }) => id === order?.id,
  )
  expect(until?.undo_until).toEqual(expect.any(String))
  const { made: skipped } = await mara.agree({ action: 'skip' })
  await expect(mara.call(changeCalls.undoChange, own)).rejects.toMatchObject({
    data: { reason: 'changed-since' },
  })
  await mara.call(changeCalls.undoChange, { id: mara.id, change_id: skipped.change_id })
  expect(await mara.view()).toMatchObject({ card: { last4: '0005' } })
})

test('a cancel can be undone after its paid order was canceled; the order stays canceled and the next order comes on its day', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const { change_id: changeId } = await mara.make({ action: 'cancel' })
  await shop.advanceSeconds(60)
  await shop.settled()
  const request = { id: mara.id, change_id: changeId }
  expect(await mara.call(changeCalls.cancelChargedOrder, request)).toMatchObject({
    state: 'charged',
    is_order_canceled: true,
  })
  await shop.settled()
  await mara.call(changeCalls.undoChange, request)
  expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-02-06' })
  await shop.travelTo('2031-02-07')
  expect(await shop.chargedCents()).toEqual([4999, 4999, 4999])
  expect(await shop.refundedCents()).toEqual([0, 4999, 0])
  expect((await mara.orders()).map(({ state }) => state)).toEqual(['shipped', 'canceled', 'placed'])
  await expectConsistent(shop)
})

test('undoing an immediate order after a card change refunds the old card, and the new card pays the next order', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const [order] = (await mara.call(listSubscriptionChanges, { id: mara.id })).changes
  await brings(shop, mara, 'mastercard')
  await shop.advanceSeconds(60)
  await shop.settled()
  await mara.call(changeCalls.undoChange, { id: mara.id, change_id: order?.id ?? '' })
  await shop.settled()
  expect(await mara.view()).toMatchObject({
    state: 'active',
    next_order_on: '2031-02-06',
    card: { last4: '4444' },
  })
  await shop.travelTo('2031-02-07')
  expect((await shop.pages.charges()).map(({ card, refunded }) => [card, refunded])).toEqual([
    ['0024', 0],
    ['0024', 4999],
    ['4444', 0],
  ])
  await expectConsistent(shop)
})

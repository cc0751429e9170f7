import { expect } from 'vitest'
import { moveClock } from '#dev-tools/endpoints.ts'
import * as changeCalls from '#subscription/change/change-endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { charging } from '../support/charged-subscription.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { testDuringCharge as test } from '../support/shop.ts'
import { listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'

test.for(['before', 'after'])(
  'undoing a cancel %s the decline of an immediate order restores the dates before that order',
  async (when, { shop }) => {
    const mara = await charging(shop, 'renewal-late-no-funds')
    const { change_id: changeId } = await mara.make({ action: 'cancel' })
    const undo = () => mara.call(changeCalls.undoChange, { id: mara.id, change_id: changeId })
    if (when === 'before') await undo()
    await shop.advanceSeconds(60)
    await shop.settled()
    if (when === 'after') {
      expect(await mara.view()).toMatchObject({ state: 'canceled', charge_in_flight: null })
      await undo()
    }
    // The immediate order was not placed: the next one comes on its earlier day, and nothing before it.
    expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-02-06' })
    await shop.travelTo('2031-01-20')
    expect((await shop.pages.charges()).map(({ state }) => state)).toEqual(['succeeded', 'declined'])
    expect((await mara.call(listSubscriptionChanges, { id: mara.id })).changes.map(({ action, undone_at: at }) => [action, at !== null])).toEqual([['cancel', true], ['order-now', true]]) // prettier-ignore
    await shop.travelTo('2031-02-07')
    expect(await shop.pages.charges()).toHaveLength(3)
  },
)

test('a cancel during a renewal that is declined on its own day cannot be undone, because undoing would charge again', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.untilDecided((await visitor.checkout({ card: 'renewal-late-no-funds' })).checkout_id)
  const mara = await subscriptionClient(await shop.asMember(visitor))
  // The time machine answers once the run is over: the charge of February 6 is not answered by then.
  await newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
  const { change_id: changeId, charge_in_flight: charge } = await mara.make({ action: 'cancel' })
  expect(charge).toMatchObject({ amount: '49.99', on: '2031-02-06', state: 'pending' })
  await shop.advanceSeconds(60)
  await shop.settled()
  const { changes } = await mara.call(listSubscriptionChanges, { id: mara.id })
  expect(changes[0]).toMatchObject({ action: 'cancel', undo_until: null })
  await expect(mara.call(changeCalls.undoChange, { id: mara.id, change_id: changeId })).rejects.toMatchObject(
    { data: { reason: 'order-declined' } },
  )
  await shop.travelTo('2031-02-20')
  expect((await shop.pages.charges()).map(({ state }) => state)).toEqual(['succeeded', 'declined'])
})

test('an address change during a charge applies to the orders after it, and the order being charged can be canceled in the same step', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const before = (await mara.view()).address?.address
  const change = { action: 'change-address', address: { ...places.oregon, address: '99 Quay Road' } } as const
  const { seen, made } = await mara.agree(change)
  // The order of today is not the next one any more.
  expect(seen).toMatchObject({
    charge_in_flight: { amount: '49.99', on: '2031-01-06' },
    upcoming_order: { on: '2031-02-06', total: '49.99' },
    next_dates: ['2031-02-06', '2031-03-06', '2031-04-06'],
  })
  expect(made).toMatchObject({ charge: 'pending', charge_in_flight: { can_cancel_order: true } })
  const path = `/account/subscriptions/${mara.id}?done=${made.change_id}`
  const page = async () => (await mara.client.send({ method: 'GET', path })).text
  expect(await page()).toContain(
    '$49.99 is being charged for your January 6, 2031 order: that payment started before you changed the address, and its order ships to the old address.',
  )
  expect(await page()).toContain('Cancel that order too and get $49.99 back')
  const cardPage = `/account/subscriptions/${mara.id}/change-payment-method`
  expect((await mara.client.send({ method: 'GET', path: cardPage })).text).toContain(
    'Choose the card for later orders',
  )
  await shop.advanceSeconds(60)
  await shop.settled()
  expect((await mara.orders()).map(({ address }) => address.address)).toEqual([before, before])
  expect(await page()).toContain('$49.99 was charged for your January 6, 2031 order')
  const request = { id: mara.id, change_id: made.change_id }
  await mara.call(changeCalls.cancelChargedOrder, request)
  await shop.travelTo('2031-02-07')
  expect((await mara.orders()).map(({ address, state }) => [address.address, state])).toEqual([
    [before, 'shipped'],
    [before, 'canceled'],
    ['99 Quay Road', 'placed'],
  ])
  expect(await shop.refundedCents()).toEqual([0, 4999, 0])
  await expectConsistent(shop)
})

test.for(['undone during the charge', 'kept'])(
  'an address change during a declined immediate order (%s) keeps the dates before that order',
  async (what, { shop }) => {
    const mara = await charging(shop, 'renewal-late-no-funds')
    const before = (await mara.view()).address?.address
    const address = { ...places.oregon, address: '99 Quay Road' }
    const { made } = await mara.agree({ action: 'change-address', address })
    const request = { id: mara.id, change_id: made.change_id }
    if (what !== 'kept') await mara.call(changeCalls.undoChange, request)
    await shop.advanceSeconds(60)
    await shop.settled()
    expect(await mara.view()).toMatchObject({
      state: 'active',
      next_order_on: '2031-02-06',
      address: { address: what === 'kept' ? '99 Quay Road' : before },
    })
    // What was not paid is not canceled either.
    await mara.call(changeCalls.undoChange, request)
    expect(await mara.view()).toMatchObject({ next_order_on: '2031-02-06', address: { address: before } })
    await expectConsistent(shop)
  },
)

test('a request id that was used without canceling the order being charged is refused for a request that cancels the order', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const change = { action: 'change-quantity', quantity: 2 } as const
  const { token, charge_in_flight: charge } = await mara.preview(change)
  const request = { id: mara.id, change, token, request_id: 'filled-once' }
  const first = await mara.call(changeCalls.changeSubscription, request)
  const withOrder = { ...request, cancel_order_of_cycle: charge?.cycle_id }
  await expect(mara.call(changeCalls.changeSubscription, withOrder)).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'request-used' },
  })
  expect(await mara.call(changeCalls.changeSubscription, request)).toMatchObject({
    change_id: first.change_id,
    charge_in_flight: { is_order_canceled: false },
  })
})

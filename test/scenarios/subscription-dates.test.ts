import { expect } from 'vitest'
import {
  changeSubscription,
  moveBillingDate,
  pauseSubscription,
  skipNextOrder,
  undoChange,
  unskipOrder,
} from '#subscription/change/change-endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

test('a refill skipped once ships a month later at the same price', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill', boughtOn: '2031-01-31' }))
  const { subscription } = await mara.call(skipNextOrder, { id: mara.id })
  expect(subscription).toMatchObject({ next_order_on: '2031-03-31', skipped_on: ['2031-02-28'] })
  await shop.travelTo('2031-03-31')
  // 49.99, free US shipping, no tax in Oregon.
  expect(await mara.charges()).toEqual([
    { on: '2031-01-31', cents: 4999 },
    { on: '2031-03-31', cents: 4999 },
  ])
  expect(await mara.view()).toMatchObject({ next_order_on: '2031-04-30', skipped_on: [] })
})

test('undoing a skip restores the order on its day', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.call(skipNextOrder, { id: mara.id })
  await mara.call(skipNextOrder, { id: mara.id })
  expect(await mara.view()).toMatchObject({ skipped_on: ['2031-02-06', '2031-03-06'] })
  await mara.call(unskipOrder, { id: mara.id })
  const back = await mara.call(unskipOrder, { id: mara.id })
  expect(back.subscription).toMatchObject({ next_order_on: '2031-02-06', skipped_on: [] })
  await expect(mara.call(unskipOrder, { id: mara.id })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'nothing-skipped' },
  })
  await shop.travelTo('2031-03-06')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-06', '2031-03-06'])
})

test('later order dates are counted from a moved date', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const seen = await mara.preview({ action: 'move', on: '2031-01-31' })
  expect(seen.next_dates).toEqual(['2031-01-31', '2031-02-28', '2031-03-31'])
  await mara.call(moveBillingDate, { subscription_id: mara.id, update: '2031-01-31', token: seen.token })
  for (const update of ['2031-01-06', '2031-04-07', '2030-12-01']) {
    await expect(mara.call(moveBillingDate, { subscription_id: mara.id, update })).rejects.toMatchObject({
      code: 'ACTION_NOT_ALLOWED',
      status: 409,
    })
  }
  await shop.travelTo('2031-03-31')
  expect((await mara.charges()).map(({ on }) => on)).toEqual([
    '2031-01-06',
    '2031-01-31',
    '2031-02-28',
    '2031-03-31',
  ])
})

test('an immediate order is charged today, and later dates are counted from today', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-20')
  // Nobody is charged at once for a sum that they were not shown.
  await expect(mara.make({ action: 'order-now' })).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { preview: { charged_now: { total: '49.99' } } },
  })
  const { seen, made } = await mara.agree({ action: 'order-now' })
  expect(seen.charged_now).toMatchObject({ on: '2031-01-20', total: '49.99' })
  expect(seen.next_dates).toEqual(['2031-02-20', '2031-03-20', '2031-04-20'])
  expect(made).toMatchObject({ charge: 'charged' })
  expect(made.subscription.next_order_on).toBe('2031-02-20')
  await shop.travelTo('2031-02-20')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4999 },
    { on: '2031-01-20', cents: 4999 },
    { on: '2031-02-20', cents: 4999 },
  ])
})

test('undoing an immediate order before it ships refunds it and restores dates and totals', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  await mara.make({ action: 'skip' })
  await mara.make({ action: 'add-one-time', plan_code: 'vs-rst' })
  const before = await mara.view()
  const { seen, made } = await mara.agree({ action: 'order-now' })
  // 3 × 44.99 + 64.99 = 199.96.
  expect(await shop.chargedCents()).toEqual([13497, 19996])
  const undoing = { id: mara.id, change_id: made.change_id }
  const presses = await Promise.allSettled([mara.call(undoChange, undoing), mara.call(undoChange, undoing)])
  expect(presses.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await mara.view()).toEqual(before)
  expect(await shop.refundedCents()).toEqual([0, 19996])
  // Requested again after a lost answer: it was charged then, and is not charged again.
  const again = await mara.call(changeSubscription, {
    id: mara.id,
    change: { action: 'order-now' },
    token: seen.token,
  })
  expect(again).toMatchObject({ charge: 'charged', undo_until: null })
  await expectConsistent(shop)
  await mara.make({ action: 'unskip' })
  // What had an end ends again.
  await mara.make({ action: 'cancel' })
  const started = await mara.agree({ action: 'reactivate', order_now: true })
  await mara.call(undoChange, { id: mara.id, change_id: started.made.change_id })
  expect(await mara.view()).toMatchObject({ state: 'canceled', prepaidTerm: before.prepaidTerm })
  await mara.make({ action: 'reactivate' })
  const last = await mara.agree({ action: 'order-now' })
  await shop.travelDays(1)
  await expect(mara.call(undoChange, { id: mara.id, change_id: last.made.change_id })).rejects.toMatchObject({
    data: { reason: 'undo-over' },
  })
  await expectConsistent(shop)
})

test('a three-month plan that is paused twice in a row keeps its remaining days', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  // Next order April 6; on January 16 80 days are left.
  await shop.travelTo('2031-01-16')
  const seen = await mara.preview({ action: 'pause', until: '2031-03-01' })
  // March 1 and 80 days.
  expect(seen).toMatchObject({ state: 'paused', next_dates: ['2031-05-20', '2031-08-20', '2031-11-20'] })
  await mara.call(pauseSubscription, { id: mara.id, until: '2031-03-01', token: seen.token })
  await shop.travelTo('2031-03-01')
  expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-05-20' })
  await mara.call(pauseSubscription, { id: mara.id })
  expect(await mara.view()).toMatchObject({ state: 'paused', next_order_on: null, upcoming_order: null })
  await shop.travelTo('2031-06-01')
  expect(await mara.charges()).toHaveLength(1)
  const { subscription } = await mara.make({ action: 'resume' })
  // 80 days are still left, and the paid term lasts until the day before the next order.
  expect(subscription).toMatchObject({
    state: 'active',
    next_order_on: '2031-08-20',
    prepaidTerm: { months: 3, first_on: '2031-01-06', last_on: '2031-08-19', state: 'running' },
  })
  await shop.travelTo('2031-08-20')
  // 3 × 44.99 = 134.97.
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 13497 },
    { on: '2031-08-20', cents: 13497 },
  ])
  const subjects = (await shop.mails(mara.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Your subscription is paused')).toHaveLength(2)
  expect(subjects.filter((subject) => subject === 'Your subscription is active')).toHaveLength(2)
})

test('a pause that ended while the shop was closed counts from the chosen end day', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  // 31 days are left on January 6.
  await mara.make({ action: 'pause', until: '2031-01-20' })
  await shop.closeFor(20)
  expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-02-20' })
})

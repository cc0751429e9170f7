import { expect } from 'vitest'
import { changeSubscription, undoChange } from '#subscription/change/change-endpoints.ts'
import { updateCardLink } from '../support/card-link.ts'
import { expectLedgerConsistent, expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

test('a subscription with a fixed number of orders expires with the last one, with mails before and after, and is not charged in the next 13 months', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const own = `/account/subscriptions/${mara.id}`
  const page = async (path: string) => {
    await mara.signIn()
    return (await mara.client.send({ method: 'GET', path })).text
  }
  const preview = await page(`${own}/set-end?orders=2`)
  expect(preview).toContain('Your subscription ends after 2 more orders.')
  expect(preview).toContain('Set end date')
  const { seen, made } = await mara.agree({ action: 'set-end', orders: 2 })
  expect(await page(own)).toContain('After 2 more orders')
  expect(seen).toMatchObject({ remaining_orders: 2, next_dates: ['2031-02-06', '2031-03-06'] })
  expect(made.subscription).toMatchObject({ state: 'active', remaining_orders: 2 })
  await shop.travelTo('2031-02-06')
  expect(await mara.view()).toMatchObject({
    state: 'active',
    remaining_orders: 1,
    upcoming_order: { on: '2031-03-06', is_last: true, next_dates: ['2031-03-06'] },
  })
  expect(await page(own)).toContain('This is your last order. Your subscription ends after it.')
  await shop.travelTo('2031-03-06')
  expect(await page(own)).toContain('None. Your subscription ended with its last order')
  const mails = await shop.mails(mara.email)
  const isLast = (text: string): boolean => /This is the last\s+order/.test(text)
  expect(mails.filter(({ text }) => isLast(text)).map(({ subject }) => subject)).toEqual([
    'Your next order: March 6, 2031',
  ])
  const last = mails.at(-1)
  expect(last?.subject).toMatch(/^Your subscription has ended: order /)
  expect(last?.text.replaceAll(/\s+/g, ' ')).toContain(
    'Your subscription has ended, and you won’t be charged again.',
  )
  await shop.travelTo('2032-04-07')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-06', '2031-03-06'])
  expect(await mara.view()).toMatchObject({
    state: 'expired',
    remaining_orders: 0,
    next_order_on: null,
    next_attempt_on: null,
    upcoming_order: null,
  })
  const { lines } = await runShopCommand(shop, 'report', '2031-03', '2031-03')
  expect(lines.join('\n')).toMatch(/^ *churn +-49\.99 \(1\)/m)
  // The mails of the first order are deleted by now.
  await expectLedgerConsistent(shop)
})

test('skipped and paused orders do not count toward the fixed number of orders, and moved orders do', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'set-end', orders: 2 })
  expect((await mara.agree({ action: 'skip' })).seen).toMatchObject({
    remaining_orders: 2,
    next_dates: ['2031-03-06', '2031-04-06'],
  })
  await mara.make({ action: 'move', on: '2031-03-10' })
  await shop.travelTo('2031-03-10')
  expect(await mara.view()).toMatchObject({ remaining_orders: 1, next_order_on: '2031-04-10' })
  await mara.make({ action: 'pause', until: '2031-05-10' })
  // 31 days were left of March 10, and are left on May 10.
  await shop.travelTo('2031-07-01')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-03-10', '2031-06-10'])
  expect(await mara.view()).toMatchObject({ state: 'expired' })
  await expectConsistent(shop)
})

test('requesting the last order immediately ends the subscription, and undoing the request restores the subscription', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'set-end', orders: 1 })
  await mara.make({ action: 'add-one-time', plan_code: 'vs-rst', quantity: 1 })
  const [added] = (await mara.view()).upcoming_order?.lines.flatMap(({ add_on_id: id }) => id ?? []) ?? []
  await expect(mara.make({ action: 'skip-item', add_on_id: added })).rejects.toMatchObject({
    data: { reason: 'last-order' },
  })
  const { seen, made } = await mara.agree({ action: 'order-now' })
  // 49.99 and 64.99
  expect(seen).toMatchObject({
    state: 'expired',
    remaining_orders: 0,
    upcoming_order: null,
    charged_now: { is_last: true, total: '114.98' },
  })
  expect(made).toMatchObject({ charge: 'charged', subscription: { state: 'expired' } })
  const back = await mara.call(undoChange, { id: mara.id, change_id: made.change_id })
  expect(back).toMatchObject({
    state: 'active',
    remaining_orders: 1,
    upcoming_order: { on: '2031-02-06', total: '114.98' },
  })
  await shop.travelTo('2031-02-06')
  expect((await mara.view()).state).toBe('expired')
  await expectConsistent(shop)
})

test('a reactivated expired subscription continues without an end, at its old price within the paid period', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'set-end', orders: 1 })
  await shop.travelTo('2031-02-10')
  await expect(mara.make({ action: 'set-end', orders: 3 })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'has-ended' },
  })
  const { seen, made } = await mara.agree({ action: 'reactivate' })
  expect(seen).toMatchObject({ remaining_orders: null, upcoming_order: { on: '2031-03-06', total: '49.99' } })
  expect(made.subscription).toMatchObject({ state: 'active', remaining_orders: null })
  await mara.call(undoChange, { id: mara.id, change_id: made.change_id })
  expect(await mara.view()).toMatchObject({ state: 'expired', remaining_orders: 0 })
  await mara.make({ action: 'reactivate' })
  await shop.travelTo('2031-04-06')
  expect(await mara.charges()).toHaveLength(4)
  await expectConsistent(shop)
})

test('a last order whose card is declined is not placed, and the subscription ends once the order is paid', async ({
  shop,
}) => {
  const mara = await subscriptionClient(
    await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' }),
  )
  await mara.make({ action: 'set-end', orders: 1 })
  await shop.travelTo('2031-02-06')
  expect(await mara.view()).toMatchObject({ state: 'active', remaining_orders: 1 })
  expect(await (await updateCardLink(shop, mara)).pay('approve')).toMatchObject({ status: 'paid' })
  await shop.travelTo('2031-03-20')
  expect(await mara.charges()).toHaveLength(2)
  expect(await mara.view()).toMatchObject({ state: 'expired', payment_problem: null })
  await expectConsistent(shop)
})

test('a fixed end can be removed, and only a whole number of orders is accepted', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'set-end', orders: 1 })
  await expect(mara.make({ action: 'set-end', orders: 1 })).rejects.toMatchObject({
    data: { reason: 'nothing-changes' },
  })
  for (const orders of [0, -1, 1.5, 25, 1e9])
    await expect(mara.call(changeSubscription, { id: mara.id, change: { action: 'set-end', orders } })).rejects
      .toMatchObject({ code: 'VALIDATION_ERROR' }) // prettier-ignore
  const june = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await expect(
    june.call(changeSubscription, { id: mara.id, change: { action: 'set-end', orders: 1 } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await mara.make({ action: 'set-end', orders: null })
  await shop.travelTo('2031-03-06')
  expect(await mara.view()).toMatchObject({ state: 'active', remaining_orders: null })
})

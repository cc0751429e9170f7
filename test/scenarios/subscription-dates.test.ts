import { expect } from 'vitest'
import { skipNextOrder } from '#subscription/change-calls.ts'
import { steers } from '../support/steering-member.ts'
import { test } from '../support/shop.ts'

test('a refill skipped once ships a month later, at the same price', async ({ shop }) => {
  const mara = await steers(await shop.member('with a monthly refill from 31 January'))
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

test('an order of now is charged today, and the dates after it are counted from today', async ({ shop }) => {
  const mara = await steers(await shop.member('with a monthly refill'))
  await shop.travelTo('2031-01-20')
  await expect(mara.make({ action: 'order-now' })).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    status: 409,
  })
  const { seen, made } = await mara.agree({ action: 'order-now' })
  expect(seen.charged_now).toMatchObject({ on: '2031-01-20', total: '49.99' })
  expect(seen.next_dates).toEqual(['2031-02-20', '2031-03-20', '2031-04-20'])
  expect(made).toMatchObject({ charge: 'charged', undo_until: null })
  expect(made.subscription.next_order_on).toBe('2031-02-20')
  await shop.travelTo('2031-02-20')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4999 },
    { on: '2031-01-20', cents: 4999 },
    { on: '2031-02-20', cents: 4999 },
  ])
})

import { expect } from 'vitest'
import { test } from '../support/shop.ts'

test('dates are counted from the anchor: 31 January, 28 February, 31 March', async ({ shop }) => {
  const mara = await shop.member('with a monthly refill from 31 January')
  await shop.travelTo('2031-02-27')
  expect(await mara.charges()).toHaveLength(1)
  await shop.travelTo('2031-03-31')
  // syn-rf 49.99, free US shipping, no tax in Oregon.
  expect(await mara.charges()).toEqual([
    { on: '2031-01-31', cents: 4999 },
    { on: '2031-02-28', cents: 4999 },
    { on: '2031-03-31', cents: 4999 },
  ])
})

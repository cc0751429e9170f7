import { expect } from 'vitest'
import type { purchase } from '#checkout/endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { withCoupon } from '../support/coupons.ts'
import { count, outcomeOf } from '../support/outcomes.ts'
import { test, type TestShop } from '../support/shop.ts'

/** Some at a time, so that the getting ready is no race of its own. */
const inTens = async <T>(howMany: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  while (made.length < howMany)
    made.push(...(await Promise.all(Array.from({ length: Math.min(10, howMany - made.length) }, make))))
  return made
}

/**
 * A coupon with one use and many buyers who press the button at the same moment: one wins, the others get
 * INVALID_COUPON and keep their cart.
 */
const raceForLastUse = async (shop: TestShop, code: string, howMany: number): Promise<void> => {
  await shop.app.change(withCoupon(code, { maxRedemptions: 1 }))
  // 49.99 less 20 %, 9.998, rounded 10.00.
  const but: Partial<PayloadInput<typeof purchase>> = { coupon_codes: [code], total: '39.99' }
  const ready = await inTens(howMany, async () => {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    return { buyer, filled: await buyer.fill({ but }) }
  })
  const ends = await Promise.all(ready.map(({ buyer, filled }) => outcomeOf(buyer.send(filled))))
  expect(count(ends)).toEqual({ ordered: 1, INVALID_COUPON: howMany - 1 })
  const carts = await Promise.all(ready.map(({ buyer }) => buyer.cart()))
  expect(carts.filter(({ items }) => items['syn-rf'] === 1)).toHaveLength(howMany - 1)
}

const buyers = Number(process.env['LAST_USE_BUYERS'] ?? 20)
const rounds = Number(process.env['LAST_USE_ROUNDS'] ?? 1)

test(
  `with one coupon use left and ${buyers} buyers at once, ${rounds} times, 1 buys and the others keep their carts`,
  { timeout: 600_000 * rounds },
  async ({ shop }) => {
    for (let round = 1; round <= rounds; round += 1) await raceForLastUse(shop, `LAST-${round}`, buyers)
    expect(await shop.chargedCents()).toEqual(Array.from({ length: rounds }, () => 3999))
    const won = {
      order: rounds,
      charge: rounds,
      coupon_redemption: rounds,
      checkout: rounds,
      invoice: rounds,
    }
    expect(await shop.rows()).toMatchObject(won)
  },
)

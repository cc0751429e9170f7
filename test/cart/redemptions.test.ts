import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everybody } from '#coupon/rules/buyers.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import {
  addCoupons,
  commitRedemptions,
  couponsByCodes,
  releaseRedemptions,
  reserveRedemptions,
} from '#coupon/server/coupons.ts'
import { inTransaction } from '#platform/transaction.ts'
import { openCartApp } from './cart-app.ts'

let app: Awaited<ReturnType<typeof openCartApp>>

beforeAll(async () => {
  app = await openCartApp()
})

afterAll(() => app.close())

const newCoupon = async (code: string, facts: Partial<Coupon>): Promise<Coupon> => {
  const coupon: Coupon = {
    code,
    kind: 'fixed',
    value: 500,
    plans: 'all',
    stackable: false,
    hidden: false,
    maxRedemptions: null,
    redeemed: 0,
    startsAt: null,
    expiresAt: null,
    oncePerAccount: false,
    duration: 'once',
    renewals: null,
    buyers: everybody,
    amounts: new Map(),
    ...facts,
  }
  await inTransaction(app.deps, (tx) => addCoupons(tx, [coupon]))
  return coupon
}

const reserve = (checkoutId: string, email: string, ...coupons: Coupon[]) =>
  inTransaction(app.deps, (tx) => reserveRedemptions(tx, { checkoutId, email, isMember: true, coupons }))

const redeemed = async (code: string): Promise<number | undefined> =>
  (await couponsByCodes(app.deps.database, [code])).get(code)?.redeemed

const refusedFor = (reason: string) => ({ code: 'INVALID_COUPON', data: { refusals: [{ reason }] } })

test('of twenty buyers of one remaining use one succeeds, and nineteen get the reason', async () => {
  const coupon = await newCoupon('LAST-ONE', { maxRedemptions: 1 })
  const buyers = Array.from({ length: 20 }, (_, n) => reserve(randomUUID(), `buyer${n}@example.com`, coupon))
  const outcomes = await Promise.allSettled(buyers)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refusedFor('exhausted'))
  expect(await redeemed('LAST-ONE')).toBe(1)
  const rows = await app.deps.database
    .selectFrom('coupon_redemption')
    .where('coupon_code', '=', 'LAST-ONE')
    .selectAll()
    .execute()
  expect(rows).toHaveLength(1)
})

test('the same checkout reserves a use once, however often it asks', async () => {
  const coupon = await newCoupon('TWICE', { maxRedemptions: 5 })
  const checkout = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => reserve(checkout, 'mara@example.com', coupon)))
  expect(await redeemed('TWICE')).toBe(1)
})

test('a released use can be reserved again, also by the same checkout, and a committed one cannot', async () => {
  const coupon = await newCoupon('BACK', { maxRedemptions: 1 })
  const checkout = randomUUID()
  await reserve(checkout, 'mara@example.com', coupon)
  const release = (id: string) => inTransaction(app.deps, (tx) => releaseRedemptions(tx, id))
  await release(checkout)
  await release(checkout)
  expect(await redeemed('BACK')).toBe(0)
  await reserve(checkout, 'mara@example.com', coupon)
  await inTransaction(app.deps, (tx) => commitRedemptions(tx, checkout, null))
  await release(checkout)
  expect(await redeemed('BACK')).toBe(1)
  await expect(reserve(randomUUID(), 'ines@example.com', coupon)).rejects.toMatchObject(
    refusedFor('exhausted'),
  )
})

test('once per account: of ten concurrent checkouts of one e-mail one gets the coupon', async () => {
  const coupon = await newCoupon('ONCE-EACH', { oncePerAccount: true })
  const checkouts = Array.from({ length: 10 }, () => reserve(randomUUID(), 'mara@example.com', coupon))
  const outcomes = await Promise.allSettled(checkouts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refusedFor('already-used'))
  await reserve(randomUUID(), 'ines@example.com', coupon)
})

test('two limited coupons in either order never deadlock', async () => {
  const one = await newCoupon('PAIR-A', { maxRedemptions: 100, stackable: true })
  const two = await newCoupon('PAIR-B', { maxRedemptions: 100, stackable: true })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      reserve(randomUUID(), `pair${n}@example.com`, ...(n % 2 === 0 ? [one, two] : [two, one])),
    ),
  )
  expect([await redeemed('PAIR-A'), await redeemed('PAIR-B')]).toEqual([20, 20])
})

test('a limit reached on one of two coupons releases both', async () => {
  const none = await newCoupon('NONE-LEFT', { maxRedemptions: 1, redeemed: 1 })
  const some = await newCoupon('SOME-LEFT', { maxRedemptions: 9 })
  await expect(reserve(randomUUID(), 'mara@example.com', some, none)).rejects.toMatchObject(
    refusedFor('exhausted'),
  )
  expect(await redeemed('SOME-LEFT')).toBe(0)
})

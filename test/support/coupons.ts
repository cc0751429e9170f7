import { everybody } from '#coupon/rules/buyers.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { addCoupons } from '#coupon/server/coupons.ts'
import type { Prepare } from './test-app.ts'

/** Opens the shop with a coupon more: 20 % off everything, once, for everybody, unless said otherwise. */
export const withCoupon =
  (code: string, facts: Partial<Coupon> = {}): Prepare =>
  (tx) =>
    addCoupons(tx, [
      {
        code,
        kind: 'percentage',
        value: 20,
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
      },
    ])

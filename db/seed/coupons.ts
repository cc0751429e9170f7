import { everybody } from '#coupon/rules/buyers.ts'
import { couponCode } from '#coupon/rules/coupon.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { defaultQuizCode } from '#coupon/rules/quiz-code.ts'
import { addCoupons } from '#coupon/server/coupons.ts'
import type { Tx } from '#platform/app-deps.ts'

const coupon = (code: string, facts: Pick<Coupon, 'kind' | 'value'> & Partial<Coupon>): Coupon => ({
  code: couponCode(code),
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
})

const adultKits = ['syn-wk', 'syn-wk-3mo', 'syn-wk-6mo']
const percent = (value: number) => ({ kind: 'percentage', value }) as const
const fixed = (value: number) => ({ kind: 'fixed', value }) as const

/** About ten dollars in the other currencies. */
const tenOff: Coupon['amounts'] = new Map([
  ['CAD', 1400],
  ['EUR', 900],
  ['GBP', 800],
])

/** One coupon of each kind, so that every rule can be tried on the demo shop. */
const startingCoupons: readonly Coupon[] = [
  coupon(defaultQuizCode, { ...percent(25), plans: adultKits }),
  coupon('hiddenVs01', {
    ...fixed(1000),
    amounts: tenOff,
    plans: ['vs-wk'],
    stackable: true,
    hidden: true,
  }),
  coupon('WELCOME10', { ...fixed(1000), amounts: tenOff, oncePerAccount: true }),
  coupon('FOREVER15', { ...percent(15), duration: 'forever' }),
  coupon('THREE20', { ...percent(20), duration: 'renewals', renewals: 3 }),
  // Offered to those who leave for the price, `content/cancellation-reasons.json`.
  coupon('STAY15', { ...percent(15), duration: 'renewals', renewals: 3, oncePerAccount: true }),
  coupon('PAIR5', { ...percent(5), stackable: true }),
  coupon('FIRST100', { ...percent(20), maxRedemptions: 100 }),
  coupon('SPRING26', {
    ...percent(20),
    startsAt: Temporal.Instant.from('2026-03-01T00:00:00Z'),
    expiresAt: Temporal.Instant.from('2026-06-01T00:00:00Z'),
  }),
]

export const seedCoupons = (tx: Tx): Promise<void> => addCoupons(tx, startingCoupons)

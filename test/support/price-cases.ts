import type { CartLine } from '#cart/rules/cart-lines.ts'
import { startingPlans } from './starting-plans.ts'
import { plansByCode, renewalOf } from '#catalogue/rules/plan.ts'
import type { Plan } from '#catalogue/rules/plan.ts'
import type { QuoteInput } from '#checkout/rules/quote.ts'
import { everybody } from '#coupon/rules/buyers.ts'
import type { Coupon, CouponOffer, CouponSource } from '#coupon/rules/coupon.ts'
import { shippingMethods } from '#pricing/rules/shipping-methods.ts'
import { noTax } from '#pricing/rules/tax-rate.ts'
import type { TaxRate } from '#pricing/rules/tax-rate.ts'
import type { Currency } from '#shared/money.ts'

/** Numbers from a seed (mulberry32), so that a case can be had again by its seed. */
const numbersFrom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (limit: number): number => Math.floor(next() * limit)
  const oneOf = <T>(list: readonly [T, ...T[]]): T => list[upTo(list.length)] ?? list[0]
  return { upTo, oneOf, chance: (share: number): boolean => next() < share }
}

type Numbers = ReturnType<typeof numbersFrom>

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const today = Temporal.PlainDate.from('2026-11-20')
const codes = startingPlans.map((plan) => plan.code)

const price = (numbers: Numbers): number =>
  numbers.oneOf([numbers.upTo(100), 1 + numbers.upTo(30_000), numbers.upTo(1_000_000), 4999, 13_497])

const linesFrom = (numbers: Numbers, currency: Currency): CartLine[] => {
  const repriced: Plan[] = startingPlans.map((plan) => ({ ...plan, currency, priceCents: price(numbers) }))
  const plans = plansByCode(repriced)
  const count = 1 + numbers.upTo(5)
  return repriced
    .filter(() => numbers.chance(0.4))
    .slice(0, count)
    .map((plan) => ({ plan, quantity: 1 + numbers.upTo(4), renewal: renewalOf(plan, plans) }))
}

const couponFrom = (numbers: Numbers, code: string): Coupon => {
  const kind = numbers.oneOf(['fixed', 'percentage'] as const)
  const percent = numbers.oneOf([25, 10, 100, 1 + numbers.upTo(99), (1 + numbers.upTo(999_999)) / 10_000])
  return {
    code,
    kind,
    value: kind === 'fixed' ? 1 + numbers.upTo(20_000) : percent,
    plans: numbers.chance(0.4) ? 'all' : codes.filter(() => numbers.chance(0.4)),
    stackable: numbers.chance(0.5),
    hidden: false,
    maxRedemptions: null,
    redeemed: 0,
    startsAt: null,
    expiresAt: numbers.chance(0.1) ? now : null,
    oncePerAccount: false,
    duration: numbers.oneOf(['once', 'forever'] as const),
    renewals: null,
    buyers: everybody,
    amounts: new Map(
      (['EUR', 'GBP', 'JPY'] as const)
        .filter(() => numbers.chance(0.6))
        .map((currency) => [currency, 1 + numbers.upTo(20_000)]),
    ),
  }
}

const offersFrom = (numbers: Numbers): CouponOffer[] => {
  const sources: CouponSource[] = ['promo-code', 'automatic', 'stackable']
  return sources
    .filter(() => numbers.chance(0.5))
    .map((source) => ({
      code: source.toUpperCase(),
      source,
      coupon: couponFrom(numbers, source.toUpperCase()),
      alreadyUsed: false,
      buyer: null,
    }))
}

/** Of no jurisdiction up to four: a state, a county, a city, a district. */
const taxRateFrom = (numbers: Numbers): TaxRate => {
  const names = ['US-NY', 'US-NY, New York County', 'US-NY, New York City', 'US-NY, Commuter District']
  const parts = names.slice(0, numbers.upTo(5)).map((jurisdiction) => {
    const percent = numbers.oneOf([7.25, 6.875, 0.375, numbers.upTo(200_000) / 10_000])
    const shippingPercent = numbers.oneOf([0, percent, numbers.upTo(200_000) / 10_000])
    return { jurisdiction, percent, shippingPercent }
  })
  return { ...noTax, parts }
}

/** A purchase with random prices, coupons, places and tax rates; the same for the same seed. */
export const priceCase = (seed: number): QuoteInput => {
  const numbers = numbersFrom(seed)
  const country = numbers.oneOf(['US', 'US', 'CA', 'GB', 'AU'])
  const currency = numbers.oneOf(['USD', 'USD', 'EUR', 'GBP', 'JPY'] as const)
  return {
    lines: linesFrom(numbers, currency),
    bundles: numbers.chance(0.3) ? ['syn-wk-duo'] : [],
    offers: offersFrom(numbers),
    country,
    currency,
    methodCode: shippingMethods(country)[numbers.upTo(2)]?.code ?? null,
    taxRate: taxRateFrom(numbers),
    availableCreditCents: numbers.oneOf([0, 0, 1000, numbers.upTo(20_000), numbers.upTo(2_000_000)]),
    now,
    today,
  }
}

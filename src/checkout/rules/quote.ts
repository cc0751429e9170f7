import { priceCart } from '#cart/rules/cart-price.ts'
import type { CartPrice } from '#cart/rules/cart-price.ts'
import type { CartLine } from '#cart/rules/cart-lines.ts'
import type { AcceptedCoupon, CouponOffer } from '#coupon/rules/coupon.ts'
import { payByCredit } from '#credit/rules/credit-use.ts'
import { matchesPlan } from '#pricing/rules/discount.ts'
import { shippingMethods } from '#pricing/rules/shipping-methods.ts'
import type { ShippingMethod } from '#pricing/rules/shipping-methods.ts'
import type { TaxRate } from '#pricing/rules/tax-rate.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { cycleDate } from '#subscription/record/rules/billing-schedule.ts'
import { priceRenewal } from '#subscription/renewal/rules/renewal.ts'

export interface QuoteInput {
  readonly lines: readonly CartLine[]
  readonly bundles: readonly string[]
  readonly offers: readonly CouponOffer[]
  readonly country: string
  readonly currency: Currency
  /** Null: the country's standard method. */
  readonly methodCode: string | null
  readonly taxRate: TaxRate
  /** The credit that the buyer has and wants to use; 0 for visitors. */
  readonly availableCreditCents: Cents
  readonly now: Temporal.Instant
  /** The day of the purchase, which the order dates are counted from. */
  readonly today: Temporal.PlainDate
}

/** The total that a subscription of this purchase will charge on its first order date. */
interface QuotedRenewal {
  /** Of the line that starts it. */
  readonly linePlanCode: string
  readonly planCode: string
  readonly planName: string
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly intervalMonths: number
  /** ISO date. */
  readonly firstOn: string
  readonly shippingCents: Cents
  readonly totalCents: Cents
  /** The coupon that renewals have too. */
  readonly couponCode: string | null
  /** How many of them; null for all, or without a coupon. */
  readonly couponRenewals: number | null
  /** What each renewal charges after those; null when the coupon never ends, or without one. */
  readonly laterTotalCents: Cents | null
}

export interface Quote extends CartPrice {
  readonly shipping: NonNullable<CartPrice['shipping']>
  readonly renewals: readonly QuotedRenewal[]
  readonly preorderNote: string | null
}

/** The method a buyer chose. VALIDATION_ERROR when the country does not have it. */
const chosenMethod = (country: string, methodCode: string | null): ShippingMethod => {
  const methods = shippingMethods(country)
  const chosen = methodCode === null ? methods[0] : methods.find(({ code }) => code === methodCode)
  if (!chosen)
    throw new ShopError('VALIDATION_ERROR', {
      fields: { 'shipping.method_code': 'Please choose a shipping method.' },
    })
  return chosen
}

/** The one coupon that a plan's subscription keeps; the first in the order of application. */
const renewalCoupon = (accepted: readonly AcceptedCoupon[], planCode: string) =>
  accepted.find(({ coupon }) => coupon.duration !== 'once' && matchesPlan(coupon, planCode))?.coupon ?? null

const quotedRenewal = (
  line: CartLine,
  accepted: readonly AcceptedCoupon[],
  input: QuoteInput,
): QuotedRenewal[] => {
  const { plan, quantity, renewal } = line
  if (renewal === null || renewal.intervalMonths === null) return []
  const coupon = renewalCoupon(accepted, plan.code)
  const { country, taxRate, today } = input
  const unitPriceCents = renewal.priceCents
  const priced = { plan: renewal, quantity, unitPriceCents, country, taxRate }
  const price = priceRenewal({ ...priced, coupon })
  const couponRenewals = coupon?.renewals ?? null
  return [
    {
      linePlanCode: plan.code,
      planCode: renewal.code,
      planName: renewal.name,
      quantity,
      unitPriceCents,
      intervalMonths: renewal.intervalMonths,
      firstOn: cycleDate({ anchorOn: today, intervalMonths: renewal.intervalMonths }, 1).toString(),
      shippingCents: price.totals.shippingCents,
      totalCents: price.totals.totalCents,
      couponCode: coupon?.code ?? null,
      couponRenewals,
      laterTotalCents:
        couponRenewals === null ? null : priceRenewal({ ...priced, coupon: null }).totals.totalCents,
    },
  ]
}

/**
 * The full price of a purchase, now and at each first renewal: preview and purchase both use it. VALIDATION_ERROR for a
 * shipping method that the country does not have; refused lines and coupons are returned as data.
 */
export const quote = (input: QuoteInput): Quote => {
  const { lines, country, taxRate } = input
  const delivery = { country, method: chosenMethod(country, input.methodCode), taxRate }
  const { shipping, ...price } = payByCredit(priceCart({ ...input, delivery }), input.availableCreditCents)
  if (shipping === null) throw new RangeError('an order with a delivery has shipping')
  return {
    ...price,
    shipping,
    renewals: lines.flatMap((line) => quotedRenewal(line, price.acceptedCoupons, input)),
    preorderNote: lines.map(({ plan }) => plan.preorderNote).find((note) => note !== null) ?? null,
  }
}

import type { Plan } from '#catalogue/rules/plan.ts'
import { discountOnLines } from '#pricing/rules/discount.ts'
import type { Discount } from '#pricing/rules/discount.ts'
import { renewalShippingFee, shippingFee } from './shipping-fee.ts'
import type { ShippingMethod } from '#pricing/rules/shipping-methods.ts'
import { goodsPercent } from '#pricing/rules/tax-rate.ts'
import type { TaxRate } from '#pricing/rules/tax-rate.ts'
import { lineSubtotal, lineTotal, totalsOf } from './line-amounts.ts'
import type { LineAmounts } from './line-amounts.ts'
import { taxOf } from './order-tax.ts'
import type { OrderTax } from './order-tax.ts'
import type { DiscountShare } from './quote.ts'
import type { Totals } from './totals.ts'
import { sumCents } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** The reason of a discount, for the buyer and the ledger. */
type DeductionReason = 'bundle' | 'promo-code' | 'stackable' | 'automatic' | 'forever' | 'renewals'

/** Something to take off, in the order given. */
export interface Deduction {
  readonly code: string
  readonly reason: DeductionReason
  readonly discount: Discount
}

export interface LineToPrice {
  readonly plan: Plan
  readonly quantity: number
  /** The plan's price, or the price agreed to for a renewal. */
  readonly unitPriceCents: Cents
  readonly renewal: Plan | null
}

/** The destination and shipping method; a cart has none yet. */
export interface Delivery {
  readonly country: string
  readonly method: ShippingMethod
  readonly taxRate: TaxRate
  /** When the subscription of a renewal began, whose fee does not rise; missing for a purchase. */
  readonly agreedAt?: Temporal.Instant
}

interface Deducted extends DiscountShare {
  readonly reason: DeductionReason
}

export interface PricedLine extends LineAmounts {
  readonly planCode: string
  readonly name: string
  readonly image: string
  readonly subtotalCents: Cents
  readonly discounts: readonly Deducted[]
  /** Subtotal − discount + tax. */
  readonly totalCents: Cents
  /** What the whole line takes from stock. */
  readonly stock: { readonly product: string; readonly quantity: number }
  /** What the subscription it starts renews as: the price of one unit. */
  readonly renewal: {
    readonly planCode: string
    readonly priceCents: Cents
    readonly intervalMonths: number
  } | null
  /** It is bought for somebody else. */
  readonly isGift: boolean
  readonly shipsFreeAbroad: boolean
}

interface PricedShipping {
  readonly code: string
  readonly label: string
  readonly taxCents: Cents
}

/** Totals that always add up: each is the sum of its parts. */
export interface OrderPrice {
  readonly currency: Currency
  readonly lines: readonly PricedLine[]
  readonly discounts: readonly Deducted[]
  /** Without credit, until a payment is decided. */
  readonly totals: Totals
  readonly shipping: PricedShipping | null
  /** The tax rate of goods; 0 while the destination is unknown. */
  readonly taxPercent: number
  /** The tax by jurisdiction; null while the destination is unknown. */
  readonly tax: OrderTax | null
}

/** What each deduction takes off each line: a row per deduction, a column per line. */
const deducted = (lines: readonly LineToPrice[], deductions: readonly Deduction[]): Cents[][] => {
  let left = lines.map(lineSubtotal)
  return deductions.map(({ discount }) => {
    const off = discountOnLines(
      discount,
      lines.map(({ plan, quantity, unitPriceCents }, position) => ({
        planCode: plan.code,
        unitPriceCents,
        quantity,
        leftCents: left[position] ?? 0,
      })),
    )
    left = left.map((cents, position) => cents - (off[position] ?? 0))
    return off
  })
}

const sharesOf = (deductions: readonly Deduction[], cents: readonly Cents[]): Deducted[] =>
  deductions
    .map(({ code, reason }, row) => ({ code, reason, cents: cents[row] ?? 0 }))
    .filter((share) => share.cents > 0)

const feeFor = (
  lines: readonly LineToPrice[],
  { country, method, agreedAt }: Delivery,
  currency: Currency,
): Cents => {
  const paid = lines.filter((line) => line.unitPriceCents > 0).map(({ plan }) => plan.rules)
  const methodCode = method.code
  return agreedAt
    ? renewalShippingFee({ country, methodCode, paid, currency }, agreedAt)
    : shippingFee(country, methodCode, paid, currency)
}

/** Amounts of two currencies are never added up: a caller that mixes them is wrong. */
const refuseOtherCurrencies = (lines: readonly LineToPrice[], currency: Currency): void => {
  for (const { plan, renewal } of lines)
    if (plan.currency !== currency || (renewal !== null && renewal.currency !== currency))
      throw new RangeError(`${plan.code} is priced in ${plan.currency}, and the order in ${currency}`)
}

const renewalFacts = ({ renewal }: LineToPrice): PricedLine['renewal'] =>
  renewal === null || renewal.intervalMonths === null
    ? null
    : { planCode: renewal.code, priceCents: renewal.priceCents, intervalMonths: renewal.intervalMonths }

const pricedLine = (line: LineToPrice, discounts: readonly Deducted[], taxCents: Cents): PricedLine => {
  const { plan, quantity, unitPriceCents } = line
  const discountCents = sumCents(discounts.map((share) => share.cents))
  const amounts = { quantity, unitPriceCents, discountCents, taxCents }
  return {
    planCode: plan.code,
    name: plan.name,
    image: plan.image,
    ...amounts,
    subtotalCents: lineSubtotal(amounts),
    discounts,
    totalCents: lineTotal(amounts),
    stock: { product: plan.stockProduct, quantity: plan.stockQuantity * quantity },
    renewal: renewalFacts(line),
    isGift: plan.rules.isGift,
    shipsFreeAbroad: plan.rules.shipsFreeAbroad,
  }
}

/**
 * The one place where the price of an order is calculated: cart, preview, purchase and renewal all use it (rulings 9 to
 * 14), all of it in one currency. Order of steps: discounts one after the other on the SKU's prices, never below zero; shipping; tax.
 */
export const priceOrder = (
  lines: readonly LineToPrice[],
  deductions: readonly Deduction[],
  delivery: Delivery | null,
  currency: Currency,
): OrderPrice => {
  refuseOtherCurrencies(lines, currency)
  const off = deducted(lines, deductions)
  const offLine = lines.map((_, column) => off.map((row) => row[column] ?? 0))
  const goods = lines.map((line, column) => lineSubtotal(line) - sumCents(offLine[column] ?? []))
  const fee = delivery === null ? 0 : feeFor(lines, delivery, currency)
  const counted = delivery && taxOf({ goods, shippingCents: fee }, delivery.taxRate)
  const taxes = counted?.parts ?? []
  const priced = lines.map((line, column) =>
    pricedLine(line, sharesOf(deductions, offLine[column] ?? []), taxes[column] ?? 0),
  )
  const shippingTax = taxes[lines.length] ?? 0
  return {
    currency,
    lines: priced,
    discounts: sharesOf(deductions, off.map(sumCents)),
    totals: totalsOf(priced, fee, shippingTax),
    shipping: delivery && {
      code: delivery.method.code,
      label: delivery.method.label,
      taxCents: shippingTax,
    },
    taxPercent: delivery === null ? 0 : goodsPercent(delivery.taxRate),
    tax: counted?.tax ?? null,
  }
}

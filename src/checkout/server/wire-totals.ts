import { wireDiscount, withRefusalMessage } from '#coupon/rules/coupon-messages.ts'
import { arrivalOfOrder } from '#delivery/rules/delivery-dates.ts'
import { wirePricedLine } from '#pricing/rules/priced-line-reply.ts'
import { shippingFee } from '#pricing/rules/shipping-fee.ts'
import { toPayCents, wireTotals } from '#pricing/rules/totals.ts'
import { shippingMethods } from '#pricing/rules/shipping-methods.ts'
import type { DateRange } from '#shared/date-range.ts'
import { wireRange } from '#shared/date-range.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Totals } from '../endpoints.ts'
import type { Quote } from '../rules/quote.ts'
import { apiReader, laterRenewals, storedQuote } from './checkout-record.ts'
import type { StoredQuote } from './checkout-record.ts'

const wireLater = (renewal: StoredQuote['renewals'][number], currency: Currency) => {
  const later = laterRenewals(renewal)
  return later && { renewals: later.renewals, amount: wirePrice(later.priceCents, currency) }
}

/** Agreed totals as wire object. */
export const storedTotals = (quote: StoredQuote, gift: Totals['gift']): Totals => {
  const { currency } = quote
  const { shipping: amount, ...sums } = wireTotals(quote.totals, currency)
  return {
    ...sums,
    currency,
    lines: quote.lines.map((line) => wirePricedLine(line, currency)),
    discounts: quote.discounts.map((discount) => wireDiscount(discount, currency)),
    refusals: [],
    shipping: { method_code: quote.shipping.code, label: quote.shipping.label, amount },
    to_pay: wirePrice(toPayCents(quote.totals), currency),
    credit_available: sums.credit,
    terms: quote.terms,
    renewals: quote.renewals.map((renewal) => ({
      name: renewal.planName,
      quantity: renewal.quantity,
      amount: wirePrice(renewal.totalCents, currency),
      afterwards: wireLater(renewal, currency),
      interval_months: renewal.intervalMonths,
      first_on: renewal.firstOn,
    })),
    preorder_note: quote.preorderNote,
    gift,
    shipping_methods: [],
  }
}

/** A cart as it would be charged now, with the choices that its buyer has. */
export interface PricedCart {
  readonly quote: Quote
  readonly country: string
  /** All the credit that the buyer has. */
  readonly availableCents: Cents
  readonly gift: Totals['gift']
  readonly now: Temporal.Instant
}

interface OfferedMethod {
  readonly code: string
  readonly label: string
  readonly detail: string
  readonly cents: Cents
  /** Null for a gift alone, which ships once it is claimed. */
  readonly arrives: DateRange | null
}

/** The shipping methods of the country, with what each would cost and when the order would arrive. */
export const offeredMethods = ({ quote, country, now }: PricedCart): OfferedMethod[] => {
  const isGiftAlone = quote.lines.every(({ isGift }) => isGift)
  const paid = quote.lines.filter((line) => line.unitPriceCents > 0)
  return shippingMethods(country).map(({ code, label, detail }) => ({
    code,
    label,
    detail,
    cents: shippingFee(country, code, paid, quote.currency),
    arrives: isGiftAlone
      ? null
      : arrivalOfOrder(now, quote.preorderNote !== null, { methodCode: code, country }),
  }))
}

/** Totals before paying: with refused items and the available choices. */
export const previewTotals = (priced: PricedCart): Totals => {
  const { quote, availableCents, gift } = priced
  return {
    ...storedTotals(storedQuote(quote, apiReader), gift),
    credit_available: wirePrice(availableCents, quote.currency),
    refusals: quote.refusedCoupons.map(withRefusalMessage),
    shipping_methods: offeredMethods(priced).map(({ code, label, detail, cents, arrives }) => ({
      method_code: code,
      label,
      detail,
      amount: wirePrice(cents, quote.currency),
      arrives: arrives === null ? null : wireRange(arrives),
    })),
  }
}

import { discountName } from '#cart/rules/discount-name.ts'
import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { toPayCents, wireTotals } from '#pricing/rules/totals.ts'
import { wireRange } from '#shared/date-range.ts'
import type { Cents } from '#shared/money.ts'
import type { Quote } from '../../rules/quote.ts'
import { termsOf } from '../../server/checkout-record.ts'
import { offeredMethods } from '../../server/wire-totals.ts'
import type { PricedCart } from '../../server/wire-totals.ts'
import type { WalletOffer } from '../endpoints.ts'

type Rows = WalletOffer['lines']

const takenOff = (label: string, cents: Cents): Rows => (cents === 0 ? [] : [{ label, amount: -cents }])

/** The rows of the sum: they add up to what the wallet pays. */
const rowsOf = ({ lines, discounts, totals }: Quote): Rows => [
  ...lines.map(({ name, quantity, subtotalCents }) => ({
    label: quantity > 1 ? `${quantity} × ${name}` : name,
    amount: subtotalCents,
  })),
  ...discounts.flatMap((discount) => takenOff(`Discount ${discountName(discount)}`, discount.cents)),
  { label: 'Shipping', amount: totals.shippingCents },
  { label: 'Taxes', amount: totals.taxCents },
  ...takenOff('Credit', totals.creditCents),
]

/** What a wallet shows of a price. */
export const walletOffer = (priced: PricedCart): WalletOffer => {
  const { quote } = priced
  const { currency, totals } = quote
  const { total, credit } = wireTotals(totals, currency)
  return {
    currency,
    total: toPayCents(totals),
    lines: rowsOf(quote),
    shipping: offeredMethods(priced).map(({ code: id, label, cents, arrives, detail }) => ({
      label,
      amount: cents,
      id,
      detail: arrives === null ? detail : arrivalText(wireRange(arrives)),
    })),
    shipping_id: quote.shipping.code,
    terms: termsOf(quote),
    renewals: quote.renewals.map(({ planName, totalCents, intervalMonths, firstOn }) => ({
      label: planName,
      amount: totalCents,
      months: intervalMonths,
      first_on: firstOn,
    })),
    shown: {
      currency,
      total,
      credit,
      lines: quote.lines
        .filter(({ unitPriceCents }) => unitPriceCents !== 0)
        .map(({ planCode, quantity }) => ({ plan_code: planCode, quantity })),
    },
  }
}

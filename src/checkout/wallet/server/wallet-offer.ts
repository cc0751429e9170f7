import { discountName } from '#cart/rules/discount-name.ts'
import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { isNoPrice, parsePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { Totals } from '../../endpoints.ts'
import type { WalletOffer } from '../endpoints.ts'

type Rows = WalletOffer['lines']

const row = (label: string, amount: string, currency: Currency): Rows[number] => ({
  label,
  amount: parsePrice(amount, currency),
})

const takenOff = (label: string, amount: string, currency: Currency): Rows =>
  isNoPrice(amount) ? [] : [{ label, amount: -parsePrice(amount, currency) }]

/** The rows of the sum: they add up to what the wallet pays. */
const rowsOf = ({ lines, discounts, shipping, tax, credit, currency }: Totals): Rows => [
  ...lines.map(({ name, quantity, subtotal }) =>
    row(quantity > 1 ? `${quantity} × ${name}` : name, subtotal, currency),
  ),
  ...discounts.flatMap((discount) =>
    takenOff(`Discount ${discountName(discount)}`, discount.amount, currency),
  ),
  row('Shipping', shipping.amount, currency),
  row('Taxes', tax, currency),
  ...takenOff('Credit', credit, currency),
]

/** What a wallet shows of a price. */
export const walletOffer = (totals: Totals): WalletOffer => {
  const { currency } = totals
  return {
    currency,
    total: parsePrice(totals.to_pay, currency),
    lines: rowsOf(totals),
    shipping: totals.shipping_methods.map(({ method_code: id, label, amount, arrives, detail }) => ({
      ...row(label, amount, currency),
      id,
      detail: arrives === null ? detail : arrivalText(arrives),
    })),
    shipping_id: totals.shipping.method_code,
    terms: totals.terms,
    renewals: totals.renewals.map(({ name, amount, interval_months: months, first_on }) => ({
      ...row(name, amount, currency),
      months,
      first_on,
    })),
    shown: {
      currency,
      total: totals.total,
      credit: totals.credit,
      lines: totals.lines
        .filter(({ price }) => !isNoPrice(price))
        .map(({ plan_code, quantity }) => ({ plan_code, quantity })),
    },
  }
}

import { discountName } from '#cart/rules/discount-name.ts'
import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { parsePrice } from '#shared/money.ts'
import type { Totals } from '../../endpoints.ts'
import type { WalletOffer } from '../endpoints.ts'

type Rows = WalletOffer['lines']

const row = (label: string, amount: string): Rows[number] => ({ label, amount: parsePrice(amount) })

const takenOff = (label: string, amount: string): Rows =>
  parsePrice(amount) === 0 ? [] : [{ label, amount: -parsePrice(amount) }]

/** The rows of the sum: they add up to what the wallet pays. */
const rowsOf = ({ lines, discounts, shipping, tax, credit }: Totals): Rows => [
  ...lines.map(({ name, quantity, subtotal }) =>
    row(quantity > 1 ? `${quantity} × ${name}` : name, subtotal),
  ),
  ...discounts.flatMap((discount) => takenOff(`Discount ${discountName(discount)}`, discount.amount)),
  row('Shipping', shipping.amount),
  row('Taxes', tax),
  ...takenOff('Credit', credit),
]

/** What a wallet shows of a price. */
export const walletOffer = (totals: Totals): WalletOffer => ({
  currency: totals.currency,
  total: parsePrice(totals.to_pay),
  lines: rowsOf(totals),
  shipping: totals.shipping_methods.map(({ method_code: id, label, amount, arrives, detail }) => ({
    ...row(label, amount),
    id,
    detail: arrives === null ? detail : arrivalText(arrives),
  })),
  shipping_id: totals.shipping.method_code,
  terms: totals.terms,
  renewals: totals.renewals.map(({ name, amount, interval_months: months, first_on }) => ({
    ...row(name, amount),
    months,
    first_on,
  })),
  shown: {
    total: totals.total,
    credit: totals.credit,
    lines: totals.lines
      .filter(({ price }) => parsePrice(price) > 0)
      .map(({ plan_code, quantity }) => ({ plan_code, quantity })),
  },
})

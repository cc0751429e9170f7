import { discountName } from '#cart/rules/discount-name.ts'
import { arrivalText, transitOf, transitOncePacked } from '#delivery/rules/delivery-times.ts'
import { toPayCents, wireTotals } from '#pricing/rules/totals.ts'
import { wireRange } from '#shared/date-range.ts'
import type { Cents } from '#shared/money.ts'
import type { Quote } from '../../rules/quote.ts'
import { termsOf } from '../../server/checkout-record.ts'
import type { Reader } from '../../server/checkout-record.ts'
import { offeredMethods } from '../../server/wire-totals.ts'
import type { PricedCart } from '../../server/wire-totals.ts'
import type { WalletOffer } from '../endpoints.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'
import { walletMessages } from '../messages/wallet-messages.ts'

type Rows = WalletOffer['lines']

const takenOff = (label: string, cents: Cents): Rows => (cents === 0 ? [] : [{ label, amount: -cents }])

/** The rows of the sum: they add up to what the wallet pays. */
const rowsOf = ({ lines, discounts, totals }: Quote, { locale, translated }: Reader): Rows => {
  const t = walletMessages.in(locale)
  return [
    ...lines.map(({ name, quantity, subtotalCents }) => ({
      label: quantity > 1 ? `${quantity} × ${translated(name)}` : translated(name),
      amount: subtotalCents,
    })),
    ...discounts.flatMap((discount) =>
      takenOff(t('discount', { name: discountName(discount, locale) }), discount.cents),
    ),
    { label: t('shipping'), amount: totals.shippingCents },
    { label: t('taxes'), amount: totals.taxCents },
    ...takenOff(t('credit'), totals.creditCents),
  ]
}

/** What a wallet shows of a price, in the language of its page. */
export const walletOffer = (priced: PricedCart, reader: Reader): WalletOffer => {
  const { locale, translated } = reader
  const { quote } = priced
  const { currency, totals } = quote
  const { total, credit } = wireTotals(totals, currency)
  return {
    currency,
    total: toPayCents(totals),
    lines: rowsOf(quote, reader),
    shipping: offeredMethods(priced).map(({ code: id, label, cents, arrives }) => ({
      label: shippingLabel(label, locale),
      amount: cents,
      id,
      detail:
        arrives === null
          ? transitOncePacked(transitOf(id, priced.country), locale)
          : arrivalText(wireRange(arrives), locale),
    })),
    shipping_id: quote.shipping.code,
    terms: termsOf(quote, reader),
    renewals: quote.renewals.map(({ planName, totalCents, intervalMonths, firstOn }) => ({
      label: translated(planName),
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

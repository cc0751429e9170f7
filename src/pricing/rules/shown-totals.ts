import { readPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Totals } from './totals.ts'

/** What a client was shown of totals, as prices of the wire; undefined for what it does not name. */
interface ShownPrices {
  readonly currency?: string | undefined
  readonly total: string
  readonly credit?: string | undefined
  readonly shipping?: string | undefined
}

/** What a client was shown of totals; null for what is no price, undefined for what it does not name. */
export interface ShownTotals {
  readonly currency: string | undefined
  readonly totalCents: Cents | null
  readonly creditCents: Cents | null | undefined
  readonly shippingCents: Cents | null | undefined
}

/** Reads prices that a client was shown in the currency that counts now. */
export const readShownTotals = (shown: ShownPrices, currency: Currency): ShownTotals => {
  const read = (price: string | undefined): Cents | null | undefined =>
    price === undefined ? undefined : readPrice(price, currency)
  return {
    currency: shown.currency,
    totalCents: readPrice(shown.total, currency),
    creditCents: read(shown.credit),
    shippingCents: read(shown.shipping),
  }
}

/** Whether these totals are what a client was shown. What it does not name fits. */
export const areTotalsShown = (shown: ShownTotals, totals: Totals, currency: Currency): boolean =>
  (shown.currency ?? currency) === currency &&
  shown.totalCents === totals.totalCents &&
  (shown.creditCents === undefined || shown.creditCents === totals.creditCents) &&
  (shown.shippingCents === undefined || shown.shippingCents === totals.shippingCents)

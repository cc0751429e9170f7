import type { Cents, Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { expeditedCode } from '#pricing/rules/shipping-methods.ts'

/** What shipping costs, in the smallest unit of a currency. */
interface ShippingFees {
  readonly abroad: Cents
  readonly expedited: Cents
}

/** The dollars are the specification's (spec §9). A currency that was ever sold in keeps its row: subscriptions keep theirs. */
const feesByCurrency: Readonly<Record<ShopCurrency | 'JPY', ShippingFees>> = {
  USD: { abroad: 1000, expedited: 1200 },
  CAD: { abroad: 1400, expedited: 1600 },
  EUR: { abroad: 900, expedited: 1100 },
  GBP: { abroad: 800, expedited: 1000 },
  JPY: { abroad: 1500, expedited: 1800 },
}

/** What shipping costs, also for pages that name it before there is a cart. RangeError for a currency without fees. */
export const shippingFees = (currency: Currency): ShippingFees => {
  const fees = ownValue(feesByCurrency, currency)
  if (!fees) throw new RangeError(`no shipping fees in ${currency}`)
  return fees
}

/** Plans that travel free everywhere (spec §9). */
const freeAbroad: readonly string[] = ['syn-rf-3mo', 'syn-rf-6mo', 'vs-rf-3mo']

/**
 * What shipping costs (spec §9). Abroad an order is free only when every plan in it travels free; a free gift does not
 * count. Give only the plans that are paid for.
 */
export const shippingFee = (
  country: string,
  methodCode: string,
  planCodes: readonly string[],
  currency: Currency,
): Cents => {
  const fees = shippingFees(currency)
  if (methodCode === expeditedCode) return fees.expedited
  if (country === 'US') return 0
  return planCodes.length > 0 && planCodes.every((code) => freeAbroad.includes(code)) ? 0 : fees.abroad
}

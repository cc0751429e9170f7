import { brand } from '#shared/brand.ts'
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
  const fees = ownValue(brand.shippingFees ?? {}, currency) ?? ownValue(feesByCurrency, currency)
  if (!fees) throw new RangeError(`no shipping fees in ${currency}`)
  return fees
}

/**
 * What shipping costs (spec §9). Abroad an order is free only when every plan in it ships free there; a free gift does not
 * count. Give only the plans that are paid for.
 */
export const shippingFee = (
  country: string,
  methodCode: string,
  paid: readonly { readonly shipsFreeAbroad: boolean }[],
  currency: Currency,
): Cents => {
  const fees = shippingFees(currency)
  if (methodCode === expeditedCode) return fees.expedited
  if (country === brand.home) return 0
  return paid.length > 0 && paid.every(({ shipsFreeAbroad }) => shipsFreeAbroad) ? 0 : fees.abroad
}

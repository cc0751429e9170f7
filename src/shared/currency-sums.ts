import type { Cents, Currency } from './money.ts'
import { ownValue } from './own-value.ts'
import type { ShopCurrency } from './shop-currency.ts'

/** A limit or fee: its own amount for each currency, because none is worth the same as a unit of another. */
export type CurrencySums = Readonly<Record<ShopCurrency, Cents>>

/** The amount of a currency; null for one that has none, such as that of an old order. */
export const sumIn = (sums: CurrencySums, currency: Currency): Cents | null =>
  ownValue<Cents>(sums, currency) ?? null

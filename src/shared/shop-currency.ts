import { brand, currencyCountries } from './brand.ts'
import type { BrandCurrency } from './brand.ts'

/** A currency that this shop can sell in; it does as soon as every plan has a price in it. */
export type ShopCurrency = BrandCurrency

/** The currency of the specification's prices, and of everything that is older than the others (spec §1). */
export const defaultCurrency: ShopCurrency = brand.currency

/** In the order in which they are offered. */
export const shopCurrencies: readonly ShopCurrency[] = brand.currencies.map(({ code }) => code)

/** The shop's currency of a code from outside; null for anything else, other spellings too. */
export const shopCurrencyOf = (code: string | undefined): ShopCurrency | null =>
  shopCurrencies.find((currency) => currency === code) ?? null

/** The currency of a visitor who has not chosen one, by country: the default where no other currency is assigned. */
export const currencyOfCountry = (country: string): ShopCurrency =>
  shopCurrencies.find((code) => currencyCountries[code]?.includes(country)) ?? defaultCurrency

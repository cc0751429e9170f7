import { nameParts } from '#catalogue/rules/product.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

const variantSeparator = ', '

/** `DS-01 Daily Synbiotic, starter kit, 3 months` → `DS-01 Daily Synbiotic`. */
export const productPart = (name: string): string => name.split(variantSeparator)[0] ?? name

/** `DS-01 Daily Synbiotic, starter kit, 3 months` → `Starter kit, 3 months`; empty without a variant. */
export const variantPart = (name: string): string => {
  const variant = name.split(variantSeparator).slice(1).join(variantSeparator)
  return variant.charAt(0).toUpperCase() + variant.slice(1)
}

/** The name printed on the jar, of the name of a plan: `DS-01`. */
export const jarName = (name: string): string => nameParts(productPart(name)).code

/** `−$33.74` for a discount of 33.74. */
export const negatedPrice = (amount: string, currency: Currency, locale: Locale = defaultLocale): string =>
  formatPrice(0 - parsePrice(amount, currency), currency, locale)

import { productOf } from '#catalogue/rules/product.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'

const variantSeparator = ', '

/** `DS-01 Daily Synbiotic, starter kit, 3 months` → `DS-01 Daily Synbiotic`. */
export const productPart = (name: string): string => name.split(variantSeparator)[0] ?? name

/** `DS-01 Daily Synbiotic, starter kit, 3 months` → `Starter kit, 3 months`; empty without a variant. */
export const variantPart = (name: string): string => {
  const variant = name.split(variantSeparator).slice(1).join(variantSeparator)
  return variant.charAt(0).toUpperCase() + variant.slice(1)
}

/** The name printed on the jar: `DS-01`. */
export const jarName = (planCode: string): string => productOf(planCode)?.toUpperCase() ?? ''

/** `every month`, `every 3 months`. */
export const intervalText = (months: number): string =>
  months === 1 ? 'every month' : `every ${months} months`

/** A numeric string of the wire as people read it; a discount carries its own minus sign. */
export const shownPrice = (amount: string): string =>
  amount.startsWith('-')
    ? formatPrice(-parsePrice(amount.slice(1)), 'USD')
    : formatPrice(parsePrice(amount), 'USD')

/** `0.00`: nothing to show as taken off, nothing to pay. */
export const isNothing = (amount: string): boolean => parsePrice(amount) === 0

/** `−$33.74` for a discount of 33.74. */
export const negatedPrice = (amount: string): string => formatPrice(-parsePrice(amount), 'USD')

import { priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'

/** Amounts of several currencies beside each other: `$49.99, €12.00`. */
export const sumsText = (sums: readonly { readonly currency: Currency; readonly amount: string }[]): string =>
  sums.map(({ currency, amount }) => priceText(amount, currency)).join(', ')

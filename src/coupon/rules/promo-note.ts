import type { Locale } from '#shared/locale.ts'
import { isNoPrice, priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'

/** What a code is worth, before anything is in a cart. */
export type CodeWorth =
  /** What it takes off one of each plan it matches, as numeric strings. */
  | {
      readonly kind: 'counts'
      readonly discounts: Readonly<Record<string, string>>
      readonly currency: Currency
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** The sentences of a page for a visitor's code, with `{code}`, `{amount}` and `{reason}` in them. */
export interface PromoNoteTexts {
  readonly takesOff: string
  readonly doesNotApply: string
  readonly refused: string
  /** By reason; `unchanged` for any other. */
  readonly reasons: Readonly<Record<string, string>>
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, () => value), text)

/** The message next to a plan, for a visitor with a promo code: whether it applies there, or why not. */
export const promoNote = (
  offered: { readonly code: string; readonly worth: CodeWorth },
  planCode: string,
  texts: PromoNoteTexts,
  locale: Locale,
): string => {
  const { worth } = offered
  const code = offered.code.trim().toUpperCase()
  if (worth.kind === 'refused') {
    const reason = ownValue(texts.reasons, worth.reason) ?? ownValue(texts.reasons, 'unchanged') ?? ''
    return filled(texts.refused, { code, reason })
  }
  const discount = ownValue(worth.discounts, planCode)
  return discount !== undefined && !isNoPrice(discount)
    ? filled(texts.takesOff, { code, amount: priceText(discount, worth.currency, locale) })
    : filled(texts.doesNotApply, { code })
}

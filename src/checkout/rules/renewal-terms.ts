import type { Cents, Currency } from '#shared/money.ts'
import { formatPrice } from '#shared/money.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { longDate } from '#shared/dates.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { termsMessages } from '../messages/terms-messages.ts'

/** What renews after an order: the sentence's facts. */
export interface RenewalTerm {
  readonly name: string
  readonly quantity: number
  /** The total of the renewal, with tax and shipping, at today's rates. */
  readonly priceCents: Cents
  readonly currency: Currency
  /** The total after a code has applied to its number of renewals; null when the price stays. */
  readonly afterwards: { readonly renewals: number; readonly priceCents: Cents } | null
  readonly intervalMonths: number
  /** ISO date of the first renewal. */
  readonly firstOn: string
}

/** `$49.99`, or `$39.99 for 3 renewals and $49.99 after that`. */
const prices = ({ priceCents, currency, afterwards }: RenewalTerm, locale: Locale): string => {
  const first = formatPrice(priceCents, currency, locale)
  if (afterwards === null) return first
  const later = formatPrice(afterwards.priceCents, currency, locale)
  return termsMessages.in(locale)('price', { first, renewals: afterwards.renewals, later })
}

/**
 * The sentence that a buyer agrees to for one subscription: amount, frequency, first date, how to cancel (spec §9,
 * principle "say the price").
 */
export const renewalTermText = (term: RenewalTerm, locale: Locale = defaultLocale): string => {
  const { name, quantity, intervalMonths, firstOn } = term
  const t = termsMessages.in(locale)
  return t('renews', {
    item: quantity > 1 ? t('quantity', { quantity, name }) : name,
    interval: intervalText(intervalMonths, locale),
    price: prices(term, locale),
    day: longDate(firstOn, locale),
  })
}

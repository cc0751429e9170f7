import type { Cents, Currency } from '#shared/money.ts'
import { formatPrice } from '#shared/money.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { longDate } from '#shared/dates.ts'

/** What renews after an order: the sentence's facts. */
export interface RenewalTerm {
  readonly name: string
  readonly planCode: string
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
const prices = ({ priceCents, currency, afterwards }: RenewalTerm): string => {
  const first = formatPrice(priceCents, currency)
  if (afterwards === null) return first
  const { renewals } = afterwards
  const count = renewals === 1 ? '1 renewal' : `${renewals} renewals`
  return `${first} for ${count} and ${formatPrice(afterwards.priceCents, currency)} after that`
}

/**
 * The sentence that a buyer agrees to for one subscription: amount, frequency, first date, how to cancel (spec §9,
 * principle "say the price").
 */
export const renewalTermText = (term: RenewalTerm): string =>
  `${term.quantity > 1 ? `${term.quantity} × ` : ''}${term.name} renews ${intervalText(term.intervalMonths)} ` +
  `at ${prices(term)}, first on ${longDate(term.firstOn)}, until you cancel. ` +
  'You can cancel in your account before any order date.'

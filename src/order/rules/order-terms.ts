import type { Cents, Currency } from '#shared/money.ts'
import { formatPrice } from '#shared/money.ts'
import { longDate } from '#shared/dates.ts'

/** What renews after an order: the sentence's facts. */
export interface RenewalTerm {
  readonly name: string
  readonly planCode: string
  readonly quantity: number
  /** Everything the renewal charges, tax and shipping with it, as the rates stand today. */
  readonly priceCents: Cents
  readonly currency: Currency
  readonly intervalMonths: number
  /** ISO date of the first renewal. */
  readonly firstOn: string
}

/** `1` → `every month`, `3` → `every 3 months`. */
const rhythm = (intervalMonths: number): string =>
  intervalMonths === 1 ? 'every month' : `every ${intervalMonths} months`

/** The sentence a buyer agrees to for one subscription: amount, rhythm, first date, way out (spec §9, principle "say the price"). */
export const renewalSentence = (term: RenewalTerm): string =>
  `${term.quantity > 1 ? `${term.quantity} × ` : ''}${term.name} renews ${rhythm(term.intervalMonths)} ` +
  `at ${formatPrice(term.priceCents, term.currency)}, first on ${longDate(term.firstOn)}, until you cancel. ` +
  'You can cancel in your account before any order date.'

/** Days between an order and its parcel leaving the house; a preorder waits longer (ruling 16: 2 to 4 weeks). */
export const shipOn = (placedOn: Temporal.PlainDate, preorder: boolean): Temporal.PlainDate =>
  placedOn.add({ days: preorder ? 14 : 2 })

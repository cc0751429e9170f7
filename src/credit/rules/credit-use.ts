import { paidWithCredit } from '#pricing/rules/totals.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import { decimalsOf } from '#shared/currency.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** Cards are not charged less than this, in the smallest unit; credit pays less instead. */
export const smallestCharge = (currency: Currency): Cents => (decimalsOf(currency) === 3 ? 500 : 50)

/** Available credit by member and currency: credit of one currency pays nothing in another. */
export type CreditBalances = ReadonlyMap<string, Cents>

/** The key of `CreditBalances`. */
export const creditKey = (accountId: string, currency: Currency): string => `${accountId} ${currency}`

export const creditIn = (balances: CreditBalances, accountId: string, currency: Currency): Cents =>
  balances.get(creditKey(accountId, currency)) ?? 0

/**
 * The part of a total, including tax and shipping, that credit pays: as much as is available, never more than the
 * total, and never so much that the card would be charged only a few cents.
 */
export const creditUsed = (availableCents: Cents, totalCents: Cents, currency: Currency): Cents =>
  availableCents >= totalCents
    ? totalCents
    : Math.max(0, Math.min(availableCents, totalCents - smallestCharge(currency)))

/** A price of which credit of its currency pays as much as it can. */
export const payByCredit = <P extends { readonly totals: Totals; readonly currency: Currency }>(
  price: P,
  availableCents: Cents,
): P => ({
  ...price,
  totals: paidWithCredit(price.totals, creditUsed(availableCents, price.totals.totalCents, price.currency)),
})

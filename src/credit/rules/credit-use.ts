import type { Totals } from '#pricing/rules/totals.ts'
import type { Cents } from '#shared/money.ts'

/** Cards are not charged less than this; credit pays less instead. */
export const smallestCharge: Cents = 50

/**
 * The part of a total, including tax and shipping, that credit pays: as much as is available, never more than the
 * total, and never so much that the card would be charged only a few cents.
 */
export const creditUsed = (availableCents: Cents, totalCents: Cents): Cents =>
  availableCents >= totalCents
    ? totalCents
    : Math.max(0, Math.min(availableCents, totalCents - smallestCharge))

/** A price of which credit pays as much as it can. */
export const payByCredit = <P extends { readonly totals: Totals }>(price: P, availableCents: Cents): P => ({
  ...price,
  totals: { ...price.totals, creditCents: creditUsed(availableCents, price.totals.totalCents) },
})

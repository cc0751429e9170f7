import type { Cents } from '#shared/money.ts'

/** Cards are not charged less than this; what would be left below it stays with the credit. */
export const smallestCharge: Cents = 50

/**
 * How much of a total, tax and shipping with it, is paid by credit: as much as there is, never more than the total, and
 * never so much that the card would be asked for a few cents.
 */
export const creditUsed = (availableCents: Cents, totalCents: Cents): Cents =>
  availableCents >= totalCents
    ? totalCents
    : Math.max(0, Math.min(availableCents, totalCents - smallestCharge))

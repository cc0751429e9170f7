import type { Cents } from '#shared/money.ts'

/** A line of an order as it was charged. */
export interface ChargedLine {
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly discountCents: Cents
  readonly taxCents: Cents
}

/** What a line cost with its discount and its tax; shipping is not part of it. */
const lineCents = ({ quantity, unitPriceCents, discountCents, taxCents }: ChargedLine): Cents =>
  quantity * unitPriceCents - discountCents + taxCents

/** The share of the first so many of a line, rounded down: the last one makes up what was lost. */
const shareCents = (line: ChargedLine, count: number): Cents =>
  Math.floor((lineCents(line) * count) / line.quantity)

/**
 * What is refunded for so many of a line when `before` of it were refunded as returns: price, discount and tax in
 * proportion, in whole cents. All returns of a line together are its total, to the cent, in whatever parts they come.
 */
export const returnRefund = (line: ChargedLine, before: number, count: number): Cents =>
  shareCents(line, before + count) - shareCents(line, before)

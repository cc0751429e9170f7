import type { SubscriptionTerms } from './subscription-terms.ts'

/**
 * A subscription as it was before it placed an order at once, when that order is canceled. The number of the billed
 * cycle is used, so upcoming orders have their dates and later numbers, including skipped ones.
 */
export const termsBeforeOrder = (before: SubscriptionTerms, billedCycle: number): SubscriptionTerms => {
  const first = before.skipped[0]?.number ?? before.nextCycle
  const shift = billedCycle + 1 - first
  const later = (cycle: number): number => (cycle >= first ? cycle + shift : cycle)
  return {
    ...before,
    nextCycle: before.nextCycle + shift,
    startCycle: before.startCycle + shift,
    skipped: before.skipped.map((cycle) => ({ ...cycle, number: cycle.number + shift })),
    addOns: before.addOns.map((addOn) => ({ ...addOn, fromCycle: later(addOn.fromCycle) })),
    itemSkippedCycle: before.itemSkippedCycle === null ? null : later(before.itemSkippedCycle),
  }
}

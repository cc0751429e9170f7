import type { Steering } from './steering.ts'

/**
 * A subscription as it was before it was ordered from at once, when that order is taken back. The number of the billed
 * cycle is used up, so the next order has the date it had and the number after. Skipped orders before it stay skipped.
 */
export const beforeOrder = (before: Steering, billedCycle: number): Steering => {
  const shift = billedCycle + 1 - before.nextCycle
  const later = (cycle: number): number => (cycle >= before.nextCycle ? cycle + shift : cycle)
  return {
    ...before,
    nextCycle: before.nextCycle + shift,
    startCycle: before.startCycle + shift,
    skipped: [],
    addOns: before.addOns.map((addOn) => ({ ...addOn, fromCycle: later(addOn.fromCycle) })),
    itemSkippedCycle: before.itemSkippedCycle === null ? null : later(before.itemSkippedCycle),
  }
}

import type { Cents } from '#shared/money.ts'

/** A charge or a refund as one side has it; `succeeded` moved money, `open` may still, `failed` never will. */
export interface Entry {
  readonly key: string
  readonly state: 'succeeded' | 'open' | 'failed'
  readonly cents: Cents
  /** ISO 4217 code in capitals; null where the processor does not say. */
  readonly currency: string | null
}

export type Difference = 'missing-here' | 'missing-there' | 'other-amount' | 'other-currency' | 'other-state'

/**
 * The difference between the shop's and the processor's records of one charge or refund; null when they agree.
 * Something that moved no money may be missing on one side, and what is open in the shop is settled by the poller, unless
 * it moved another sum at the processor than the shop asked for.
 */
export const differenceOf = (ours: Entry | null, theirs: Entry | null): Difference | null => {
  if (ours === null) return theirs?.state === 'succeeded' ? 'missing-here' : null
  if (theirs === null) return ours.state === 'succeeded' ? 'missing-there' : null
  const moved = (entry: Entry): boolean => entry.state === 'succeeded'
  if (ours.state !== 'open' && moved(ours) !== moved(theirs)) return 'other-state'
  if (!moved(theirs)) return null
  if (ours.cents !== theirs.cents) return 'other-amount'
  const hasBoth = ours.currency !== null && theirs.currency !== null
  return hasBoth && ours.currency !== theirs.currency ? 'other-currency' : null
}

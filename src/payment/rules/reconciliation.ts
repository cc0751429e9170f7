import type { Cents } from '#shared/money.ts'

/** A charge or a refund as one side has it; `succeeded` moved money, `open` may still, `failed` never will. */
export interface Entry {
  readonly key: string
  readonly state: 'succeeded' | 'open' | 'failed'
  readonly cents: Cents
  /** Null where its side does not say. */
  readonly currency: string | null
}

/** The same sum: a currency that only one side names is taken for the other's. */
const isSameSum = (ours: Entry, theirs: Entry): boolean =>
  ours.cents === theirs.cents &&
  (ours.currency === null || theirs.currency === null || ours.currency === theirs.currency)

export type Difference = 'missing-here' | 'missing-there' | 'other-amount' | 'other-state'

/**
 * The difference between the shop's and the processor's records of one charge or refund; null when they agree.
 * Something that moved no money may be missing on one side, and what is open in the shop is not compared yet: the
 * poller settles it.
 */
export const differenceOf = (ours: Entry | null, theirs: Entry | null): Difference | null => {
  if (ours?.state === 'open') return null
  if (ours === null) return theirs?.state === 'succeeded' ? 'missing-here' : null
  if (theirs === null) return ours.state === 'succeeded' ? 'missing-there' : null
  const moved = (entry: Entry): boolean => entry.state === 'succeeded'
  if (moved(ours) !== moved(theirs)) return 'other-state'
  return moved(ours) && !isSameSum(ours, theirs) ? 'other-amount' : null
}

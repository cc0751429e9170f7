import type { Cents } from '#shared/money.ts'
import { sumCents } from '#shared/money.ts'

/** A dispute as one side has it. */
export interface ComparedDispute {
  readonly state: string
  readonly amountCents: Cents
  readonly movements: readonly { readonly cents: Cents; readonly feeCents: Cents }[]
}

export type DisputeDifference =
  | 'missing-here'
  | 'missing-there'
  | 'other-state'
  | 'other-sum'
  | 'other-movements'

/** What came of it for the shop: what was taken, given back and kept as fees. */
const netCents = ({ movements }: ComparedDispute): Cents =>
  sumCents(movements.map(({ cents, feeCents }) => cents - feeCents))

/** In what the shop's record of a dispute and the processor's differ; null when they agree. */
export const disputeDifference = (
  ours: ComparedDispute | null,
  theirs: ComparedDispute | null,
): DisputeDifference | null => {
  if (ours === null) return theirs === null ? null : 'missing-here'
  if (theirs === null) return 'missing-there'
  if (ours.amountCents !== theirs.amountCents) return 'other-sum'
  if (netCents(ours) !== netCents(theirs)) return 'other-movements'
  return ours.state === theirs.state ? null : 'other-state'
}

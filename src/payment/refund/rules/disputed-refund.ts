import type { Cents } from '#shared/money.ts'

/** What disputes have taken of a charge. */
export interface TakenByBank {
  /** Not decided yet. */
  readonly disputedCents: Cents
  /** For good. */
  readonly lostCents: Cents
}

/** Why a disputed charge is not refunded. */
export type DisputeRefusal = 'disputed' | 'dispute-lost'

/** Whether a dispute has taken a part of it. */
export const isDisputed = ({ disputedCents, lostCents }: TakenByBank): boolean =>
  disputedCents + lostCents > 0

/** Why operators do not refund an order of this charge now; null when they can refund what the bank has not taken. */
export const disputeRefusal = (
  { disputedCents, lostCents }: TakenByBank,
  cardPaidCents: Cents,
): DisputeRefusal | null => {
  if (disputedCents > 0) return 'disputed'
  return lostCents > 0 && lostCents >= cardPaidCents ? 'dispute-lost' : null
}

const decidedByPeople: ReadonlySet<string> = new Set(['operator', 'goodwill', 'problem'])

/**
 * What a dispute does to a refund. People decide, on a report of a problem too, and are refused; what follows from a return or a
 * cancellation waits instead; and nothing stops what was made already, at the processor or as credit.
 */
export const disputeEffect = ({
  reason,
  replaces,
  isMade = false,
}: {
  readonly reason: string
  readonly replaces?: string
  readonly isMade?: boolean
}): 'refuse' | 'wait' | 'none' => {
  if (isMade) return 'none'
  return decidedByPeople.has(reason) || replaces !== undefined ? 'refuse' : 'wait'
}

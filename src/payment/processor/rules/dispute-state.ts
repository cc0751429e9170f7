import { z } from 'zod'

/**
 * The states of a dispute, as Stripe names them. `warning_…`: the bank asks before it takes anything (an inquiry).
 * `prevented`: settled before the bank took anything. An appeal follows a dispute that was lost.
 */
export const DisputeState = z.enum([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'won',
  'lost',
  'prevented',
])

export type DisputeState = z.output<typeof DisputeState>

const closed: readonly DisputeState[] = ['warning_closed', 'won', 'lost', 'prevented']
/** The bank waits for the shop's evidence. */
export const unansweredStates: readonly DisputeState[] = [
  'warning_needs_response',
  'needs_response',
  'appeal_needs_response',
]

/** Whether the bank has decided, or has let it rest. */
export const isDisputeClosed = (state: DisputeState): boolean => closed.includes(state)

/** Whether the bank waits for the shop's evidence. */
export const needsEvidence = (state: DisputeState): boolean => unansweredStates.includes(state)

/** Whether the bank only asks: no money has moved. */
export const isInquiry = (state: DisputeState): boolean => state.startsWith('warning_')

import { isLive } from '#subscription/record/rules/subscription-state.ts'
import type { SubscriptionState } from '#subscription/record/rules/subscription-state.ts'

/** What follows when a parked subscription is retried: the next run takes it up, or does not while it is like this. */
export const retryOutcomes = ['due', 'ended', 'stopped'] as const

export type RetryOutcome = (typeof retryOutcomes)[number]

/**
 * What follows for a subscription that was parked at a step. An order that is paid is finished whatever became of the
 * subscription; every other step is only for one that is live and that no dispute stops.
 */
export const retryOutcome = (step: string, state: SubscriptionState, isStopped: boolean): RetryOutcome => {
  if (step === 'order') return 'due'
  if (!isLive(state)) return 'ended'
  return isStopped ? 'stopped' : 'due'
}

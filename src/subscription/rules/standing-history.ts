import type { SubscriptionState } from './subscription-state.ts'

/** What a subscription brings and whether it does, at one moment. */
export interface Standing {
  readonly state: SubscriptionState
  readonly planCode: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly intervalMonths: number
}

/** From `at` on the subscription stood like this. */
export interface Turn {
  readonly at: Temporal.Instant
  readonly to: Standing
}

/** A subscription's whole life, the earliest turn first; the first one is its start. */
export type StandingHistory = readonly Turn[]

/** How a subscription stood at a moment; null before its start. */
export const standingAt = (history: StandingHistory, moment: Temporal.Instant): Standing | null =>
  history.findLast(({ at }) => Temporal.Instant.compare(at, moment) <= 0)?.to ?? null

import type { SubscriptionState } from './subscription-state.ts'

/** What a subscription brings and whether it does, at one moment. */
export interface SubscriptionStatus {
  readonly state: SubscriptionState
  readonly planCode: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly intervalMonths: number
}

/** From `at` on the subscription stood like this. */
export interface StatusEntry {
  readonly at: Temporal.Instant
  readonly status: SubscriptionStatus
}

/** A subscription's whole life, the earliest turn first; the first one is its start. */
export type StatusHistory = readonly StatusEntry[]

/** How a subscription stood at a moment; null before its start. */
export const statusAt = (history: StatusHistory, moment: Temporal.Instant): SubscriptionStatus | null =>
  history.findLast(({ at }) => Temporal.Instant.compare(at, moment) <= 0)?.status ?? null

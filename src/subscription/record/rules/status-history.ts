import type { SubscriptionState } from './subscription-state.ts'

/** The revenue of a subscription and whether it is live, at one moment. */
export interface SubscriptionStatus {
  readonly state: SubscriptionState
  readonly planCode: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly intervalMonths: number
}

/** The status from `at` on. */
export interface StatusEntry {
  readonly at: Temporal.Instant
  readonly status: SubscriptionStatus
}

/** All statuses of a subscription, earliest first; the first one is its start. */
export type StatusHistory = readonly StatusEntry[]

/** The status of a subscription at a moment; null before its start. */
export const statusAt = (history: StatusHistory, moment: Temporal.Instant): SubscriptionStatus | null =>
  history.findLast(({ at }) => Temporal.Instant.compare(at, moment) <= 0)?.status ?? null

/**
 * When a subscription began, by its id, which is of version 7 and has its time. For an id of another kind the epoch: what was
 * published at any time counts in the member's favor.
 */
export const beganAt = (subscriptionId: string): Temporal.Instant => {
  const digits = subscriptionId.replaceAll('-', '')
  const milliseconds = digits[12] === '7' ? Number.parseInt(digits.slice(0, 12), 16) : 0
  return Temporal.Instant.fromEpochMilliseconds(Number.isNaN(milliseconds) ? 0 : milliseconds)
}

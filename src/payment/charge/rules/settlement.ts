import type { ChargeState } from './charge-state.ts'

/** Longer than an adapter waits for all its answers, so that a charge that is still being requested is not settled. */
export const requestWindowSeconds = 45

/** How long the bank's challenge may take before the charge is abandoned. */
export const challengeMinutes = 30

/** Seconds until the first check after an outcome that is not final. */
export const firstCheckSeconds = { unknown: 5, challenge: 60 } as const

/**
 * Seconds between the poller's checks: the n-th check delays the next one by the n-th of these, in the end by the last.
 */
export const checkBackOffSeconds = [30, 60, 300, 900, 3_600] as const

/**
 * Whether the charge is to be ended at the processor now (`settle`) or only queried (`check`). A challenge is left to
 * the buyer for a while; every other open charge has no one who could still complete it.
 */
export const shouldEndCharge = (
  state: ChargeState,
  createdAt: Temporal.Instant,
  now: Temporal.Instant,
): boolean =>
  state !== 'challenge' || Temporal.Instant.compare(createdAt.add({ minutes: challengeMinutes }), now) <= 0

import type { ChargeState } from './charge-state.ts'

/** Longer than an adapter waits for all its answers, so that nobody settles a charge that is still being asked for. */
export const requestWindowSeconds = 45

/** How long the bank's question stands before the charge is given up. */
export const challengeMinutes = 30

/** Seconds until the first look after an outcome that is not the last word. */
export const firstCheckSeconds = { unknown: 5, challenge: 60 } as const

/** Seconds between the janitor's looks: the n-th look puts the next one off by the n-th of these, at the end by the last. */
export const checkBackOffSeconds = [30, 60, 300, 900, 3_600] as const

/**
 * Whether the charge is to be ended at the processor now (`settle`) or only asked after (`look`). A challenge is left
 * to the buyer for a while; every other open charge has no one who could still move it.
 */
export const shouldEndCharge = (
  state: ChargeState,
  createdAt: Temporal.Instant,
  now: Temporal.Instant,
): boolean =>
  state !== 'challenge' || Temporal.Instant.compare(createdAt.add({ minutes: challengeMinutes }), now) <= 0

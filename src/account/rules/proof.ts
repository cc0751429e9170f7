/** How long a proof counts for what only the owner of an account may do. */
const proofLifetime = Temporal.Duration.from({ minutes: 10 })

/** How long a mailed code is valid. */
export const proofCodeLifetime = Temporal.Duration.from({ minutes: 10 })

/** Six digits: typed by hand, and too many to guess within the tries of the codes of an hour. */
export const proofCodeDigits = 6

/** A code is invalid after this many tries, right or wrong. */
export const attemptsPerCode = 5

/** More codes than this are not mailed to one account in an hour. */
export const codesPerHour = 5

/** Whether a proof of `provedAt` still counts at `now`; the last moment of the ten minutes does. */
export const isFreshProof = (provedAt: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  provedAt !== null && Temporal.Instant.compare(now, provedAt.add(proofLifetime)) <= 0

/** How a member proves their identity; by mail only if there is no password. */
export type ProofMethod = 'password' | 'passkey' | 'code'

export const proofMethods = (account: {
  readonly hasPassword: boolean
  readonly hasPasskey: boolean
}): readonly ProofMethod[] => [
  account.hasPassword ? 'password' : 'code',
  ...(account.hasPasskey ? (['passkey'] as const) : []),
]

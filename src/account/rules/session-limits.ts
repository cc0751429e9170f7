/** A session that nobody used for 45 days is over: longer than a month, so that a monthly look at the account is no new sign-in. */
export const idleLimit = Temporal.Duration.from({ hours: 45 * 24 })

/** No session lives longer than 180 days, however busy. */
export const absoluteLimit = Temporal.Duration.from({ hours: 180 * 24 })

/** The last use is written down at most this often, so that reading pages does not write. */
const touchInterval = Temporal.Duration.from({ minutes: 10 })

/** How long the link of a new account opens; the buyer may be on holiday. */
export const newAccountLinkLife = Temporal.Duration.from({ hours: 7 * 24 })

/** How long a link asked for by hand opens. */
export const recoveryLinkLife = Temporal.Duration.from({ hours: 1 })

/** How long the link that confirms an e-mail opens. */
export const verifyLinkLife = Temporal.Duration.from({ hours: 24 })

/** How long a link that signs in opens: as long as it takes to look into the mailbox. */
export const magicLinkLife = Temporal.Duration.from({ minutes: 15 })

/** How long somebody may stay on an outside provider's pages. */
export const signOnLife = Temporal.Duration.from({ minutes: 20 })

/** More links than this in an hour are not mailed to one account. */
export const linksPerHour = 5

export interface SessionTimes {
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
}

export type SessionStanding = 'live' | 'revoked' | 'idle' | 'expired'

const notBefore = (a: Temporal.Instant, b: Temporal.Instant): boolean => Temporal.Instant.compare(a, b) >= 0

/** Where a session stands at `now`. Each limit ends it at its very moment, not after it. */
export const sessionStanding = (session: SessionTimes, now: Temporal.Instant): SessionStanding => {
  if (session.revokedAt !== null) return 'revoked'
  if (notBefore(now, session.expiresAt)) return 'expired'
  if (notBefore(now, session.lastSeenAt.add(idleLimit))) return 'idle'
  return 'live'
}

/** Whether the last use is old enough to be written down again. */
export const touchDue = (lastSeenAt: Temporal.Instant, now: Temporal.Instant): boolean =>
  notBefore(now, lastSeenAt.add(touchInterval))

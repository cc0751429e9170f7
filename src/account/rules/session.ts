/** Who an identity token speaks of (spec §3: email or username, and uuid or subject id). */
export interface IdentityClaims {
  readonly email: string | null
  readonly uuid: string | null
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** The claims of a verified token's payload; null when it names nobody. */
export const identityClaims = (payload: Readonly<Record<string, unknown>>): IdentityClaims | null => {
  const email = text(payload['email']) ?? text(payload['username'])
  const uuid = text(payload['uuid']) ?? text(payload['sub'])
  return email === null && uuid === null ? null : { email, uuid }
}

const normalizedEmail = (email: string | null): string | null => email?.trim().toLowerCase() ?? null

/** The same uuid, or the same e-mail compared case-insensitively and trimmed (spec §4). */
export const sameUser = (a: IdentityClaims, b: IdentityClaims): boolean =>
  (a.uuid !== null && a.uuid === b.uuid) ||
  (a.email !== null && normalizedEmail(a.email) === normalizedEmail(b.email))

type SessionCheck = 'accepted' | 'signed-out' | 'mismatch'

/**
 * The session check of spec §4 for the identity token in the browser's cookie and the one supplied by the session. No
 * cookie: the supplied token is accepted, and without one nobody is signed in. A cookie whose user the session does not
 * know, or knows as somebody else, is a mismatch.
 */
export const checkSession = (
  inCookie: IdentityClaims | null,
  supplied: IdentityClaims | null,
): SessionCheck => {
  if (inCookie === null) return supplied === null ? 'signed-out' : 'accepted'
  if (supplied === null) return 'mismatch'
  return sameUser(inCookie, supplied) ? 'accepted' : 'mismatch'
}

/**
 * A session that was not used for 45 days has ended: longer than a month, so that a monthly visit to the account needs
 * no new sign-in.
 */
export const idleLimit = Temporal.Duration.from({ hours: 45 * 24 })

/** No session lives longer than 180 days, however busy. */
export const absoluteLimit = Temporal.Duration.from({ hours: 180 * 24 })

/** The last use is written at most this often, so that reading pages does not write. */
const touchInterval = Temporal.Duration.from({ minutes: 10 })

/** How long the link of a new account is valid; the buyer may be on vacation. */
export const newAccountLinkLifetime = Temporal.Duration.from({ hours: 7 * 24 })

/** How long a requested link is valid. */
export const recoveryLinkLifetime = Temporal.Duration.from({ hours: 1 })

/** How long the link that confirms an e-mail opens. */
export const verifyLinkLifetime = Temporal.Duration.from({ hours: 24 })

/** How long a link that signs in opens: as long as it takes to look into the mailbox. */
export const magicLinkLifetime = Temporal.Duration.from({ minutes: 15 })

/** How long somebody may stay on an outside provider's pages. */
export const signOnLifetime = Temporal.Duration.from({ minutes: 20 })

/** More links than this in an hour are not mailed to one account. */
export const linksPerHour = 5

export interface SessionTimes {
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
}

type SessionStatus = 'live' | 'revoked' | 'idle' | 'expired'

const isAtOrAfter = (a: Temporal.Instant, b: Temporal.Instant): boolean => Temporal.Instant.compare(a, b) >= 0

/** The state of a session at `now`. Each limit ends it at its very moment, not after it. */
export const sessionStatus = (session: SessionTimes, now: Temporal.Instant): SessionStatus => {
  if (session.revokedAt !== null) return 'revoked'
  if (isAtOrAfter(now, session.expiresAt)) return 'expired'
  if (isAtOrAfter(now, session.lastSeenAt.add(idleLimit))) return 'idle'
  return 'live'
}

/** Whether the last use is old enough to be written again. */
export const isTouchDue = (lastSeenAt: Temporal.Instant, now: Temporal.Instant): boolean =>
  isAtOrAfter(now, lastSeenAt.add(touchInterval))

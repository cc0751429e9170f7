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

export type SessionCheck = 'accepted' | 'signed-out' | 'mismatch'

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

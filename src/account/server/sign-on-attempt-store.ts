import type { Db } from './account-store.ts'

/** A sign-on that a browser began. */
export interface SignOnAttempt {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly returnTo: string
  /** The member's session that connects the provider; null for a sign-in. */
  readonly sessionId: string | null
}

/** Stores an attempt and deletes those that never came back. */
export const insertAttempt = async (
  db: Db,
  browserHash: Buffer,
  attempt: SignOnAttempt,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db.deleteFrom('sign_on_attempt').where('expires_at', '<=', now.toString()).execute()
  await db
    .insertInto('sign_on_attempt')
    .values({
      browser_hash: browserHash,
      provider: attempt.provider,
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      return_to: attempt.returnTo,
      session_id: attempt.sessionId,
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** Removes a browser's attempt, once; null when there is no valid one. */
export const takeAttempt = async (
  db: Db,
  browserHash: Buffer,
  now: Temporal.Instant,
): Promise<SignOnAttempt | null> => {
  const row = await db
    .deleteFrom('sign_on_attempt')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now.toString())
    .returning(['provider', 'state', 'nonce', 'code_verifier', 'return_to', 'session_id'])
    .executeTakeFirst()
  if (!row) return null
  const { provider, state, nonce, code_verifier: codeVerifier, return_to: returnTo } = row
  return { provider, state, nonce, codeVerifier, returnTo, sessionId: row.session_id }
}

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

/** The identity that an outside provider returns. */
export interface SignOnIdentity {
  readonly issuer: string
  readonly subject: string
}

/** The account of an identity; null for an unknown one. */
export const readIdentityAccount = async (
  db: Db,
  { issuer, subject }: SignOnIdentity,
): Promise<string | null> => {
  const row = await db
    .selectFrom('sign_on_identity')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Ties an identity to an account unless it is tied already; returns whose it is afterwards. */
export const insertIdentity = async (
  db: Db,
  identity: SignOnIdentity & { readonly accountId: string; readonly provider: string },
  now: Temporal.Instant,
): Promise<string> => {
  const { issuer, subject, accountId, provider } = identity
  const row = await db
    .insertInto('sign_on_identity')
    .values({ issuer, subject, account_id: accountId, provider, created_at: now.toString() })
    // Writing the same subject changes nothing but lets the statement answer whose it is in both cases.
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ subject }))
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return row.account_id
}

/** The providers that an account is tied to, each once. */
export const readProvidersOf = async (db: Db, accountId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('sign_on_identity')
    .select('provider')
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute()
  return rows.map((row) => row.provider)
}

/** Unties a provider from an account; false when it was not tied. */
export const deleteIdentities = async (db: Db, accountId: string, provider: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sign_on_identity')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteIdentitiesOf = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('sign_on_identity').where('account_id', '=', accountId).execute()
}

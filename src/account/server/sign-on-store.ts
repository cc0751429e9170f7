import type { Db } from './account-store.ts'

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

/** Ties an identity to an account unless it is tied already; answers whose it is afterwards. */
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

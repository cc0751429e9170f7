import type { Db } from './account-store.ts'

export interface StoredPasskey {
  readonly id: string
  readonly accountId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

interface NewPasskey extends StoredPasskey {
  readonly name: string
}

/** False when this credential exists already. */
export const insertPasskey = async (db: Db, passkey: NewPasskey, now: Temporal.Instant): Promise<boolean> => {
  const row = await db
    .insertInto('passkey')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: now.toString(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const readPasskey = async (db: Db, credentialId: string): Promise<StoredPasskey | null> => {
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!row) return null
  const { id, account_id: accountId, public_key: publicKey, counter, transports } = row
  return { id, accountId, credentialId, publicKey, counter, transports }
}

/** Records a use; false when another use came between, as of a copied authenticator. */
export const useCounter = async (
  db: Db,
  { id, counter }: Pick<StoredPasskey, 'id' | 'counter'>,
  newCounter: number,
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await db
    .updateTable('passkey')
    .set({ counter: newCounter, last_used_at: now.toString() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A member's passkeys, the oldest first. */
export const readPasskeysOf = (db: Db, accountId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'name', 'credential_id', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const writePasskeyName = async (
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> => {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const deletePasskey = async (db: Db, accountId: string, id: string): Promise<boolean> => {
  const row = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const deletePasskeysOf = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('passkey_challenge').where('account_id', '=', accountId).execute()
  await db.deleteFrom('passkey').where('account_id', '=', accountId).execute()
}

interface StoredChallenge {
  readonly challenge: string
  readonly purpose: string
  /** Who registers or proves; null for a sign-in. */
  readonly accountId: string | null
}

/** Stores a browser's challenge and deletes those that were never answered. */
export const insertChallenge = async (
  db: Db,
  browserHash: Buffer,
  { challenge, purpose, accountId }: StoredChallenge,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now.toString()).execute()
  await db
    .insertInto('passkey_challenge')
    .values({
      browser_hash: browserHash,
      challenge,
      purpose,
      account_id: accountId,
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** Removes a browser's challenge, once; null when there is no valid one. */
export const takeChallenge = async (
  db: Db,
  browserHash: Buffer,
  now: Temporal.Instant,
): Promise<StoredChallenge | null> => {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now.toString())
    .returning(['challenge', 'purpose', 'account_id'])
    .executeTakeFirst()
  return row ? { challenge: row.challenge, purpose: row.purpose, accountId: row.account_id } : null
}

import type { PasskeyKey } from '#platform/passkeys.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Db } from './staff-store.ts'

export interface StaffPasskey extends PasskeyKey {
  readonly id: string
  readonly staffId: string
}

/** False when this credential exists already. */
export const insertPasskey = async (
  { db, now }: Tx,
  passkey: StaffPasskey & { readonly name: string },
): Promise<boolean> => {
  const row = await db
    .insertInto('staff_passkey')
    .values({
      id: passkey.id,
      staff_id: passkey.staffId,
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

export const selectPasskey = async (db: Db, credentialId: string): Promise<StaffPasskey | null> => {
  const row = await db
    .selectFrom('staff_passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!row) return null
  const { id, staff_id: staffId, public_key: publicKey, counter, transports } = row
  return { id, staffId, credentialId, publicKey, counter, transports }
}

/** Records a use; false when another use came between, as of a copied authenticator. */
export const useCounter = async (
  { db, now }: Tx,
  { id, counter }: Pick<StaffPasskey, 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> => {
  const row = await db
    .updateTable('staff_passkey')
    .set({ counter: newCounter, last_used_at: now.toString() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The passkeys of some of staff, the oldest first. */
export const selectPasskeysOf = (db: Db, staffIds: readonly string[]) =>
  staffIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('staff_passkey')
        .select(['id', 'staff_id', 'name', 'credential_id', 'created_at', 'last_used_at'])
        .where('staff_id', 'in', staffIds)
        .orderBy('created_at')
        .orderBy('id')
        .execute()

/** Locks the passkeys of a person, so that the last one is not removed by two at once; returns their ids. */
export const lockPasskeysOf = async ({ db }: Tx, staffId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('staff_passkey')
    .select('id')
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export const deletePasskey = async ({ db }: Tx, id: string): Promise<void> => {
  await db.deleteFrom('staff_passkey').where('id', '=', id).execute()
}

export const deletePasskeysOf = async ({ db }: Tx, staffId: string): Promise<void> => {
  await db.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute()
}

/** What a browser was asked for, and who answers; null for a sign-in. */
export interface StaffChallenge {
  readonly challenge: string
  readonly purpose: string
  readonly staffId: string | null
}

/** Stores a browser's challenge and deletes those that were never answered. */
export const insertChallenge = async (
  { db, now }: Tx,
  browserHash: Buffer,
  { challenge, purpose, staffId }: StaffChallenge,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db.deleteFrom('staff_challenge').where('expires_at', '<=', now.toString()).execute()
  await db
    .insertInto('staff_challenge')
    .values({
      browser_hash: browserHash,
      challenge,
      purpose,
      staff_id: staffId,
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** Removes a browser's challenge, once; null when there is no valid one. */
export const takeChallenge = async ({ db, now }: Tx, browserHash: Buffer): Promise<StaffChallenge | null> => {
  const row = await db
    .deleteFrom('staff_challenge')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now.toString())
    .returning(['challenge', 'purpose', 'staff_id'])
    .executeTakeFirst()
  return row ? { challenge: row.challenge, purpose: row.purpose, staffId: row.staff_id } : null
}

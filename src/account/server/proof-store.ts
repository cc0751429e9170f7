import type { Db } from './account-store.ts'

interface NewCode {
  readonly id: string
  readonly sessionId: string
  readonly accountId: string
  readonly codeHash: string
}

/** Saves a mailed code, replacing the earlier ones of the session. */
export const insertCode = async (
  db: Db,
  { id, sessionId, accountId, codeHash }: NewCode,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db
    .updateTable('proof_code')
    .set({ used_at: now.toString() })
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('proof_code')
    .values({
      id,
      session_id: sessionId,
      account_id: accountId,
      code_hash: codeHash,
      created_at: now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** Counts an attempt for the session's code and returns the code; null when there is none, or no attempt is left. */
export const consumeAttempt = async (
  db: Db,
  sessionId: string,
  maxAttempts: number,
  now: Temporal.Instant,
): Promise<{ readonly id: string; readonly codeHash: string } | null> => {
  const row = await db
    .updateTable('proof_code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('session_id', '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .where('tries', '<', maxAttempts)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  return row ? { id: row.id, codeHash: row.code_hash } : null
}

/** Uses a code up; of several concurrent attempts only one gets it. */
export const useCode = async (db: Db, id: string, now: Temporal.Instant): Promise<boolean> => {
  const row = await db
    .updateTable('proof_code')
    .set({ used_at: now.toString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const countCodes = async (db: Db, accountId: string, since: Temporal.Instant): Promise<number> => {
  const row = await db
    .selectFrom('proof_code')
    .select((select) => select.fn.countAll<number>().as('codes'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since.toString())
    .executeTakeFirstOrThrow()
  return row.codes
}

import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

interface EntryDraft {
  readonly accountId: string
  readonly action: string
  readonly source: string
  readonly points: number
}

/** Writes points down, unless the same action has earned them before. */
export const insertEntry = async (
  tx: Tx,
  { accountId, action, source, points }: EntryDraft,
): Promise<void> => {
  await tx.db
    .insertInto('loyalty_entry')
    .values({ id: tx.ids.uuid(), account_id: accountId, action, source, points, at: tx.now.toString() })
    .onConflict((conflict) => conflict.columns(['account_id', 'action', 'source']).doNothing())
    .execute()
}

/** A member's statement of points, for the member's data file. */
export const readEntries = (db: Db, accountId: string) =>
  db
    .selectFrom('loyalty_entry')
    .select(['action', 'points', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Forgets a member's points. */
export const deleteEntries = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('loyalty_entry').where('account_id', '=', accountId).execute()
}

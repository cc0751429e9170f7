import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

export interface NewNote {
  readonly id: string
  readonly accountId: string
  readonly orderNumber: string | null
  readonly staffId: string
  readonly text: string
}

/** Stores a note; false when one with this id is stored already. */
export const insertNote = async (tx: Tx, note: NewNote): Promise<boolean> => {
  const row = await tx.db
    .insertInto('desk_note')
    .values({
      id: note.id,
      account_id: note.accountId,
      order_number: note.orderNumber,
      staff_id: note.staffId,
      text: note.text,
      noted_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const most = 100

/** The notes about an order and its tags, the newest first, with who wrote them. */
export const selectRemarks = (db: Db, orderNumber: string) =>
  db
    .selectFrom('desk_remark')
    .select(['kind', 'id', 'staff_name', 'text', 'at'])
    .where('order_number', '=', orderNumber)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** The notes about a member and their orders, the newest first. */
export const selectNotes = (db: Db, accountId: string) =>
  db
    .selectFrom('desk_note')
    .select(['id', 'order_number', 'staff_id', 'text', 'noted_at'])
    .where('account_id', '=', accountId)
    .orderBy('noted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

/** Deletes what was noted about a member, with the account. */
export const deleteNotesOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('desk_note').where('account_id', '=', accountId).execute()
}

import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { deleteNotesOf, selectNotes } from './note-store.ts'
import { deleteTagsOf, selectTagsOf } from './order-tag-store.ts'

export { deleteViewsFor as forgetViewsFor } from './saved-view-store.ts'

/** Deletes what staff wrote about a member and on their orders. A tag that comes at the same moment goes with the next retention. */
export const forgetNotesOf = async (tx: Tx, accountId: string): Promise<void> => {
  await deleteNotesOf(tx, accountId)
  await deleteTagsOf(tx, accountId)
}

/** Words of staff on a member's orders, for the member's download. */
export const tagsOf = async (db: AppDeps['database'], accountId: string) =>
  (await selectTagsOf(db, accountId)).map(({ order_id: order, tag, tagged_at: at }) => ({
    order_id: order,
    tag,
    tagged_at: Temporal.Instant.from(at).toString(),
  }))

/** What staff noted about a member, for the member's download: without who wrote it. */
export const notesOf = async (db: AppDeps['database'], accountId: string) =>
  (await selectNotes(db, accountId)).map(({ text, order_number: order, noted_at: at }) => ({
    order,
    text,
    noted_at: Temporal.Instant.from(at).toString(),
  }))

import type { AppDeps } from '#platform/app-deps.ts'
import { selectNotes } from './note-store.ts'

export { deleteNotesOf as forgetNotesOf } from './note-store.ts'

/** What staff noted about a member, for the member's download: without who wrote it. */
export const notesOf = async (db: AppDeps['database'], accountId: string) =>
  (await selectNotes(db, { accountId })).map(({ text, order_number: order, noted_at: at }) => ({
    order,
    text,
    noted_at: Temporal.Instant.from(at).toString(),
  }))

import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

/** Stores the photos of a problem, as the shop has drawn them. */
export const insertPhotos = async (
  tx: Tx,
  problem: { readonly id: string; readonly accountId: string },
  jpegs: readonly Buffer[],
): Promise<void> => {
  for (const jpeg of jpegs)
    await tx.db
      .insertInto('order_problem_photo')
      .values({
        id: tx.ids.uuid(),
        problem_id: problem.id,
        account_id: problem.accountId,
        jpeg,
        created_at: tx.now.toString(),
      })
      .execute()
}

/** The photos of problems without their bytes, by problem, in the order in which they were sent. */
export const selectPhotoIds = async (
  db: Db,
  problemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (problemIds.length === 0) return new Map()
  const query = db.selectFrom('order_problem_photo').select(['id', 'problem_id'])
  const rows = await query.where('problem_id', 'in', problemIds).orderBy('created_at').orderBy('id').execute()
  const byProblem = Map.groupBy(rows, (row) => row.problem_id)
  return new Map([...byProblem].map(([problemId, photos]) => [problemId, photos.map(({ id }) => id)]))
}

/** A photo; null for an unknown one, and once it is deleted. */
export const selectPhoto = async (db: Db, id: string): Promise<Buffer | null> => {
  const query = db.selectFrom('order_problem_photo').select('jpeg').where('id', '=', id)
  return (await query.executeTakeFirst())?.jpeg ?? null
}

/** Deletes the photos of a member with their account. */
export const forgetPhotosOf = (tx: Tx, accountId: string): Promise<void> =>
  tx.defer(tx.db.deleteFrom('order_problem_photo').where('account_id', '=', accountId))

/** Deletes up to `limit` photos from before a moment; returns how many. */
export const forgetPhotosBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db.selectFrom('order_problem_photo').select('id').where('created_at', '<', before.toString())
  const { numDeletedRows } = await tx.db
    .deleteFrom('order_problem_photo')
    .where('id', 'in', old.orderBy('created_at').limit(limit))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

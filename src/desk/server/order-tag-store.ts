import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

interface TaggedOrder {
  readonly id: string
  readonly accountId: string
}

/** Tags orders; answers the ids of those that did not have the tag. */
export const insertTag = async (
  tx: Tx,
  tag: string,
  orders: readonly TaggedOrder[],
  staffId: string,
): Promise<readonly string[]> => {
  if (orders.length === 0) return []
  const rows = await tx.db
    .insertInto('desk_order_tag')
    .values(
      orders.map(({ id, accountId }) => ({
        tag,
        order_id: id,
        account_id: accountId,
        staff_id: staffId,
        tagged_at: tx.now.toString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .execute()
  return rows.map(({ order_id: id }) => id)
}

/** Takes a tag away; answers the ids of those that had it. */
export const deleteTag = async (
  tx: Tx,
  tag: string,
  orders: readonly TaggedOrder[],
): Promise<readonly string[]> => {
  if (orders.length === 0) return []
  const rows = await tx.db
    .deleteFrom('desk_order_tag')
    .where('tag', '=', tag)
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .returning('order_id')
    .execute()
  return rows.map(({ order_id: id }) => id)
}

/** The tags in use, the most used first. */
export const selectTags = (db: Db, limit: number) =>
  db
    .selectFrom('desk_order_tag')
    .select(({ fn }) => ['tag', fn.countAll<number>().as('orders')])
    .groupBy('tag')
    .orderBy('orders', 'desc')
    .orderBy('tag')
    .limit(limit)
    .execute()

/** The tags of a member's orders, for the member's download. */
export const selectTagsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('desk_order_tag')
    .select(['order_id', 'tag', 'tagged_at'])
    .where('account_id', '=', accountId)
    .orderBy('tagged_at')
    .orderBy('tag')
    .execute()

export const deleteTagsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('desk_order_tag').where('account_id', '=', accountId).execute()
}

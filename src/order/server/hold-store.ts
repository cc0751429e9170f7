import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

export const HoldCause = z.enum(['refund', 'operator', 'dispute', 'fraud-warning'])

export type HoldCause = z.output<typeof HoldCause>

/** Why an order does not ship for now. */
export interface Hold {
  readonly cause: HoldCause
  /** The order itself, the dispute or the warning. */
  readonly causeId: string
  readonly reason: string
}

/** Writes a hold; the same one again changes nothing. */
export const insertHold = async (tx: Tx, orderId: string, hold: Hold): Promise<void> => {
  await tx.db
    .insertInto('order_hold')
    .values({
      id: tx.ids.uuid(),
      order_id: orderId,
      cause: hold.cause,
      cause_id: hold.causeId,
      reason: hold.reason,
      placed_at: tx.now.toString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'cause', 'cause_id']).where('released_at', 'is', null).doNothing(),
    )
    .execute()
}

/** Which holds are released: one, or all of some causes. */
export type Released = Omit<Hold, 'reason'> | { readonly causes: readonly HoldCause[] }

/** Releases holds of an order; returns how many. */
export const releaseHolds = async (
  tx: Tx,
  orderId: string,
  released: Released,
  reason: string,
): Promise<number> => {
  const open = tx.db
    .updateTable('order_hold')
    .set({ released_at: tx.now.toString(), release_reason: reason })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
  const { numUpdatedRows } = await (
    'causes' in released
      ? open.where('cause', 'in', released.causes)
      : open.where('cause', '=', released.cause).where('cause_id', '=', released.causeId)
  ).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What holds an order now, the oldest first. */
export const selectHolds = async (db: Kysely<Database>, orderId: string): Promise<readonly Hold[]> => {
  const rows = await db
    .selectFrom('order_hold')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .orderBy('placed_at')
    .execute()
  return rows.map((row) => ({ cause: HoldCause.parse(row.cause), causeId: row.cause_id, reason: row.reason }))
}

/** Blanks what staff wrote when they held and released these orders; the holds stay. */
export const eraseHoldReasons = (tx: Tx, orderIds: readonly string[]): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('order_hold')
      .set({ reason: '', release_reason: sql`case when release_reason is not null then '' end` })
      .where('order_id', 'in', orderIds),
  )

import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

/** What a person received into stock, or wrote off. */
export interface StockMovement {
  /** Of the form that was sent. */
  readonly id: string
  readonly product: string
  readonly kind: 'received' | 'written-off'
  readonly units: number
  /** The stock after it. */
  readonly available: number
  readonly note: string
  readonly staffId: string
}

export const hasMovement = async ({ db }: Tx, id: string): Promise<boolean> =>
  (await db.selectFrom('stock_movement').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const insertMovement = async ({ db, now }: Tx, movement: StockMovement): Promise<void> => {
  const { staffId, ...row } = movement
  await db
    .insertInto('stock_movement')
    .values({ ...row, staff_id: staffId, moved_at: now.toString() })
    .execute()
}

/** The latest movements, newest first. */
export const selectMovements = async (
  db: Kysely<Database>,
  limit: number,
): Promise<
  (Omit<StockMovement, 'kind'> & { readonly kind: string; readonly movedAt: Temporal.Instant })[]
> => {
  const rows = await db
    .selectFrom('stock_movement')
    .selectAll()
    .orderBy('moved_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ staff_id: staffId, moved_at: at, ...row }) => ({
    ...row,
    staffId,
    movedAt: Temporal.Instant.from(at),
  }))
}

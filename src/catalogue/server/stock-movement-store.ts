import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

const MovementKind = z.enum(['received', 'written-off', 'counted'])

export type MovementKind = z.output<typeof MovementKind>

/** How a person moved stock. */
export interface StockMovement {
  /** Of the form that was sent. */
  readonly id: string
  readonly product: string
  readonly kind: MovementKind
  /** Of a count the difference, which may be below zero or nothing. */
  readonly units: number
  /** The stock after it. */
  readonly available: number
  /** Of a count: what was found, and what had to be there when the counting began. */
  readonly count: { readonly counted: number; readonly expected: number } | null
  /** The number of the lot that was received or written off. */
  readonly lot: string | null
  /** The expected delivery that it belongs to. */
  readonly deliveryId: string | null
  readonly note: string
  /** Null for a command. */
  readonly staffId: string | null
}

export type StoredMovement = StockMovement & { readonly movedAt: Temporal.Instant }

export const hasMovement = async ({ db }: Tx, id: string): Promise<boolean> =>
  (await db.selectFrom('stock_movement').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The last movement of a product; null when there was none. */
export const lastMovementId = async (db: Kysely<Database>, product: string): Promise<string | null> => {
  const row = await db
    .selectFrom('stock_movement')
    .select('id')
    .where('product', '=', product)
    .orderBy('moved_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export const insertMovement = async ({ db, now }: Tx, movement: StockMovement): Promise<void> => {
  const { staffId, deliveryId, count, ...row } = movement
  await db
    .insertInto('stock_movement')
    .values({
      ...row,
      counted: count?.counted ?? null,
      expected: count?.expected ?? null,
      delivery_id: deliveryId,
      staff_id: staffId,
      moved_at: now.toString(),
    })
    .execute()
}

/** The latest movements, newest first; of one product, or of all. */
export const selectMovements = async (
  db: Kysely<Database>,
  limit: number,
  product: string | null = null,
): Promise<readonly StoredMovement[]> => {
  const rows = await db
    .selectFrom('stock_movement')
    .selectAll()
    .$if(product !== null, (query) => query.where('product', '=', product))
    .orderBy('moved_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    product: row.product,
    kind: MovementKind.parse(row.kind),
    units: row.units,
    available: row.available,
    count:
      row.counted === null || row.expected === null ? null : { counted: row.counted, expected: row.expected },
    lot: row.lot,
    deliveryId: row.delivery_id,
    note: row.note,
    staffId: row.staff_id,
    movedAt: Temporal.Instant.from(row.moved_at),
  }))
}

import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database, StockDelivery as DeliveryRow } from '#platform/schema.ts'

/** What a supplier has announced. */
export interface NewDelivery {
  /** Of the form that was sent. */
  readonly id: string
  readonly product: string
  readonly units: number
  readonly expectedOn: Temporal.PlainDate
  /** How the supplier names it. */
  readonly reference: string
  readonly staffId: string
}

export interface StockDelivery extends NewDelivery {
  /** What has arrived of it, which may be more than was announced. */
  readonly received: number
  /** Null while more of it is expected. */
  readonly closedAt: Temporal.Instant | null
}

const deliveryFrom = (row: Selectable<DeliveryRow>): StockDelivery => ({
  id: row.id,
  product: row.product,
  units: row.units,
  received: row.received,
  expectedOn: Temporal.PlainDate.from(row.expected_on),
  reference: row.reference,
  staffId: row.staff_id,
  closedAt: row.closed_at === null ? null : Temporal.Instant.from(row.closed_at),
})

/** Whether it is new: a form that is sent twice announces once. */
export const insertDelivery = async ({ db, now }: Tx, delivery: NewDelivery): Promise<boolean> => {
  const { staffId, expectedOn, ...row } = delivery
  const inserted = await db
    .insertInto('stock_delivery')
    .values({
      ...row,
      received: 0,
      expected_on: expectedOn.toString(),
      staff_id: staffId,
      created_at: now.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Locks a delivery against other changes; null when there is none. The stock of its product is locked before. */
export const lockDelivery = async ({ db }: Tx, id: string): Promise<StockDelivery | null> => {
  const row = await db
    .selectFrom('stock_delivery')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? deliveryFrom(row) : null
}

/** Writes what has arrived, and whether that is all. */
export const updateDelivery = async (
  { db, now }: Tx,
  { id, received, isClosed }: { readonly id: string; readonly received: number; readonly isClosed: boolean },
): Promise<void> => {
  await db
    .updateTable('stock_delivery')
    .set({ received, ...(isClosed ? { closed_at: now.toString() } : {}) })
    .where('id', '=', id)
    .execute()
}

/** What more is expected of, the earliest first; of one product, or of all. */
export const selectOpenDeliveries = async (
  db: Kysely<Database>,
  product: string | null = null,
): Promise<readonly StockDelivery[]> => {
  const rows = await db
    .selectFrom('stock_delivery')
    .selectAll()
    .where('closed_at', 'is', null)
    .$if(product !== null, (query) => query.where('product', '=', product))
    .orderBy('expected_on')
    .orderBy('id')
    .execute()
  return rows.map(deliveryFrom)
}

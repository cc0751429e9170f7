import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { dateOrNull } from '#shared/dates.ts'
import type { StockLot, UnsoldLot } from '../rules/stock-lots.ts'

type Db = Kysely<Database>

type LotMovementKind = 'found' | 'received' | 'packed' | 'unpacked' | 'returned' | 'written-off' | 'counted'

/** A change of a lot. */
export interface LotMovement {
  readonly product: string
  readonly lot: string
  readonly kind: LotMovementKind
  /** What it adds to the lot. */
  readonly units: number
  /** The line of a shipment; null for what is done by hand. */
  readonly line: { readonly shipmentId: string; readonly position: number } | null
}

const columns = ['product', 'lot', 'best_before', 'remaining'] as const

const lotFrom = (row: {
  readonly product: string
  readonly lot: string
  readonly best_before: string | null
  readonly remaining: number
}): StockLot => ({
  product: row.product,
  lot: row.lot,
  bestBefore: dateOrNull(row.best_before),
  remaining: row.remaining,
})

/** The lots of products, locked in one order; none of a product whose lots nobody names. */
export const lockLots = async ({ db }: Tx, products: readonly string[]): Promise<readonly StockLot[]> => {
  if (products.length === 0) return []
  const rows = await db
    .selectFrom('stock_lot')
    .select(columns)
    .where('product', 'in', [...new Set(products)])
    .orderBy('product')
    .orderBy('lot')
    .forNoKeyUpdate()
    .execute()
  return rows.map(lotFrom)
}

/** Every lot, or those of a product, also those of which nothing is left. */
export const selectLots = async (db: Db, product: string | null = null): Promise<readonly StockLot[]> => {
  const rows = await db
    .selectFrom('stock_lot')
    .select(columns)
    .$if(product !== null, (query) => query.where('product', '=', product))
    .orderBy('product')
    .orderBy('best_before')
    .orderBy('lot')
    .execute()
  return rows.map(lotFrom)
}

/** Whether something of a lot is on hand. */
export const hasLots = (): Expression<boolean> =>
  sql<boolean>`exists (select from stock_lot where remaining > 0)`

/** Units of a product on hand in lots whose day is over, which nobody is offered any more; as a part of a statement. */
export const expiredOf = (product: Expression<string>, today: Temporal.PlainDate) => sql<number>`
  coalesce((select sum(lot.remaining) from stock_lot lot
    where lot.product = ${product} and lot.remaining > 0 and lot.best_before < ${today.toString()}::date), 0)::integer`

/** The lots of this number, by product. */
export const selectLotsNamed = async (db: Db, lot: string): Promise<readonly StockLot[]> =>
  (await db.selectFrom('stock_lot').select(columns).where('lot', '=', lot).orderBy('product').execute()).map(
    lotFrom,
  )

/** A new lot with nothing in it; one that is there stays as it is. */
export const insertLot = async (
  { db }: Tx,
  { product, lot, bestBefore }: Omit<StockLot, 'remaining'>,
): Promise<void> => {
  await db
    .insertInto('stock_lot')
    .values({ product, lot, best_before: bestBefore?.toString() ?? null, remaining: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is on hand of a product that has no lots yet. Packing waits until the transaction ends, so nothing is locked before. */
export const readOnHand = async ({ db }: Tx, product: string): Promise<number> => {
  const { rows } = await sql<{ units: number }>`select stock_on_hand(${product}) as units`.execute(db)
  return rows[0]?.units ?? 0
}

/** Changes lots and writes down why, under `lockLots`; a lot that would be below zero ends the transaction. */
export const moveLots = async (tx: Tx, movements: readonly LotMovement[]): Promise<void> => {
  const { db, ids, now } = tx
  for (const { line, ...movement } of movements) {
    const { product, lot, units } = movement
    const { remaining } = await db
      .updateTable('stock_lot')
      .set((set) => ({ remaining: set('remaining', '+', units) }))
      .where('product', '=', product)
      .where('lot', '=', lot)
      .returning('remaining')
      .executeTakeFirstOrThrow()
    await tx.defer(
      db.insertInto('stock_lot_movement').values({
        ...movement,
        id: ids.uuid(),
        remaining,
        shipment_id: line?.shipmentId ?? null,
        position: line?.position ?? null,
        moved_at: now.toString(),
      }),
    )
  }
}

// PostgreSQL does not say that the columns of a view are never null.
const InShipment = z.object({
  shipment_id: z.string(),
  position: z.number(),
  product: z.string(),
  lot: z.string(),
  units: z.number(),
  returned: z.number(),
})

/** How many units of which lot are in a line of a shipment, and how many came back. */
export interface ShipmentLot {
  readonly shipmentId: string
  readonly position: number
  readonly product: string
  readonly lot: string
  readonly units: number
  readonly returned: number
}

const inShipments = async (
  rows: Promise<readonly Readonly<Record<keyof z.output<typeof InShipment>, unknown>>[]>,
): Promise<readonly ShipmentLot[]> =>
  (await rows).map((row) => {
    const { shipment_id: shipmentId, ...lot } = InShipment.parse(row)
    return { shipmentId, ...lot }
  })

/** The lots in these shipments. */
export const selectShipmentLots = async (
  db: Db,
  shipmentIds: readonly string[],
): Promise<readonly ShipmentLot[]> =>
  shipmentIds.length === 0
    ? []
    : inShipments(
        db
          .selectFrom('shipment_lot')
          .selectAll()
          .where('shipment_id', 'in', [...shipmentIds])
          .orderBy('position')
          .orderBy('lot')
          .execute(),
      )

/** Replaces the forecast of which lots expire before they are sold. */
export const writeUnsoldLots = async ({ db, now }: Tx, unsold: readonly UnsoldLot[]): Promise<void> => {
  await db.deleteFrom('stock_lot_forecast').execute()
  if (unsold.length === 0) return
  await db
    .insertInto('stock_lot_forecast')
    .values(
      unsold.map(({ product, lot, units }) => ({ product, lot, unsold: units, forecast_at: now.toString() })),
    )
    .execute()
}

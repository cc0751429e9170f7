import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { expiredOf } from './stock-lot-store.ts'

/** Quantities by product. */
export type StockQuantities = Readonly<Record<string, number>>

/** Rows of several products are locked in the order of their names, so that two buyers never wait for each other. */
const lockedStockRows = (quantities: StockQuantities) => sql`
  wanted as (select key as product, value::int as units from jsonb_each_text(${JSON.stringify(quantities)}::jsonb)),
  held as (select stock.product, wanted.units from stock join wanted using (product) order by 1 for no key update of stock)`

/** Takes the quantities that are available and have not expired, in one statement; returns how many products had enough. */
export const takeAvailable = async (tx: Tx, quantities: StockQuantities): Promise<number> => {
  const taken = await sql`
    with ${lockedStockRows(quantities)}
    update stock set available = stock.available - held.units from held
    where stock.product = held.product
      and stock.available - ${expiredOf(sql`stock.product`, tx.today)} >= held.units`.execute(tx.db)
  return Number(taken.numAffectedRows ?? 0n)
}

/** Changes the stock by so many, below zero too. */
export const moveStock = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  await tx.defer(sql`
    with ${lockedStockRows(quantities)}
    update stock set available = stock.available + held.units from held
    where stock.product = held.product`)
}

/** Locks one stock against other changes and reads it; null when there is none of this name. */
export const lockStock = async (tx: Tx, product: string): Promise<number | null> => {
  const row = await tx.db
    .selectFrom('stock')
    .select('available')
    .where('product', '=', product)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.available ?? null
}

/** Products whose stock was never counted have none. */
export const addProducts = async (tx: Tx, products: readonly string[]): Promise<void> => {
  if (products.length === 0) return
  await tx.db
    .insertInto('stock')
    .values([...new Set(products)].toSorted().map((product) => ({ product, available: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sets the stock of products, as after a count. */
export const writeStock = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  const rows = Object.entries(quantities).map(([product, available]) => ({ product, available }))
  if (rows.length === 0) return
  await tx.db
    .insertInto('stock')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('product').doUpdateSet((row) => ({ available: row.ref('excluded.available') })),
    )
    .execute()
}

/** What buyers can get of each product: what is not sold or reserved, without the units of expired lots. */
export const selectOffered = async (
  db: Kysely<Database>,
  today: Temporal.PlainDate,
): Promise<StockQuantities> => {
  const rows = await db
    .selectFrom('stock')
    .select('product')
    .select(sql<number>`stock.available - ${expiredOf(sql.ref('stock.product'), today)}`.as('offered'))
    .orderBy('product')
    .execute()
  return Object.fromEntries(rows.map(({ product, offered }) => [product, offered]))
}

/** The stock of each product that is not sold or reserved, also what has expired of it. */
export const selectStock = async (db: Kysely<Database>): Promise<StockQuantities> => {
  const rows = await db.selectFrom('stock').selectAll().orderBy('product').execute()
  return Object.fromEntries(rows.map((row) => [row.product, row.available]))
}

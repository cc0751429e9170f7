import { randomUUID } from 'node:crypto'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'

/** The tables that this load writes: as wide as the shop's, and without the shop. */
export interface LoadTables {
  readonly bench_cart: { readonly id: string; readonly state: string; readonly body: string }
  readonly bench_stock: { readonly product: number; readonly available: number }
  readonly bench_order: {
    readonly id: string
    readonly cart_id: string
    readonly state: string
    readonly total_cents: number
    readonly body: string
  }
  readonly bench_part: {
    readonly id: string
    readonly order_id: string
    readonly kind: string
    readonly body: string
  }
}

type Tx = Transaction<LoadTables>

/** About as long as the JSON of a stored quote. */
const body = JSON.stringify({ lines: Array.from({ length: 6 }, (_, line) => ({ line, name: 'DS-01 Daily Synbiotic', cents: 4999 })) }) // prettier-ignore

const products = 64

export const createTables = async (db: Kysely<LoadTables>): Promise<void> => {
  await sql`drop table if exists bench_cart, bench_stock, bench_order, bench_part`.execute(db)
  await sql`create table bench_cart (id uuid primary key, state text not null, body text not null)`.execute(db)
  await sql`create table bench_stock (product integer primary key, available integer not null)`.execute(db)
  await sql`create table bench_order (id uuid primary key, cart_id uuid not null unique, state text not null,
    total_cents integer not null, body text not null)`.execute(db)
  await sql`create table bench_part (id uuid primary key, order_id uuid not null, kind text not null,
    body text not null)`.execute(db)
  await sql`create index on bench_part (order_id)`.execute(db)
  await sql`insert into bench_stock select product, 1000000000 from generate_series(0, ${sql.lit(products - 1)}) product`.execute(db)
} // prettier-ignore

type Defer = (query: CompiledQuery) => CompiledQuery

const insertParts = async (
  tx: Tx,
  defer: Defer,
  orderId: string,
  kinds: readonly string[],
): Promise<void> => {
  for (const kind of kinds) {
    const values = { id: randomUUID(), order_id: orderId, kind, body }
    await tx.executeQuery(defer(tx.insertInto('bench_part').values(values).compile()))
  }
}

/**
 * One order with as many statements and commits as the shop's (25 with `begin` and `commit`, and 3): open (3 reads awaited, 5
 * writes deferred), request the charge (1 update), finish (2 awaited, 10 deferred).
 */
export const placeOrder = async (db: Kysely<LoadTables>, defer: Defer, number: number): Promise<void> => {
  const [cartId, orderId] = [randomUUID(), randomUUID()]
  const product = number % products
  await db.transaction().execute(async (tx) => {
    const cart = { id: cartId, state: 'open', body }
    await tx.executeQuery(defer(tx.insertInto('bench_cart').values(cart).compile()))
    await tx.selectFrom('bench_cart').selectAll().where('id', '=', cartId).forUpdate().executeTakeFirst()
    await tx.selectFrom('bench_stock').selectAll().where('product', '=', product).executeTakeFirst()
    await tx.selectFrom('bench_order').selectAll().where('cart_id', '=', cartId).execute()
    const order = { id: orderId, cart_id: cartId, state: 'open', total_cents: 4999, body }
    await tx.executeQuery(defer(tx.insertInto('bench_order').values(order).compile()))
    await insertParts(tx, defer, orderId, ['charge', 'reservation', 'use'])
  })
  const order = db.updateTable('bench_order').where('id', '=', orderId)
  await order.set({ state: 'requested' }).executeTakeFirst()
  await db.transaction().execute(async (tx) => {
    const mine = tx.updateTable('bench_order').where('id', '=', orderId)
    await mine.set({ state: 'paid' }).returning(['id', 'total_cents']).executeTakeFirstOrThrow()
    await tx.selectFrom('bench_part').selectAll().where('order_id', '=', orderId).execute()
    const cart = tx.updateTable('bench_cart').where('id', '=', cartId).set({ state: 'ordered' })
    await tx.executeQuery(defer(cart.compile()))
    const kinds = ['line', 'ledger', 'invoice', 'address', 'subscription', 'term', 'mail', 'event']
    await insertParts(tx, defer, orderId, kinds)
    const stock = tx.updateTable('bench_stock').where('product', '=', product)
    await tx.executeQuery(defer(stock.set(({ eb }) => ({ available: eb('available', '-', 1) })).compile()))
  })
}

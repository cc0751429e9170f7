import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Cart } from '../rules/cart.ts'
import { cartFrom, columnsFrom, itemsFrom } from './cart-record.ts'
import type { ReadCart, StoredCart } from './cart-record.ts'
import { currencyOf } from '#shared/currency-codes.ts'

export type Db = Kysely<Database>

/** A cart that is still open and that this account (null: a visitor) may see. */
export const selectOpenCart = async (
  db: Db,
  id: string,
  accountId: string | null,
  lock = false,
): Promise<ReadCart | null> => {
  const row = await db
    .selectFrom('cart')
    .selectAll()
    .where('id', '=', id)
    .where('ordered_at', 'is', null)
    .where((where) =>
      where.or([
        where('account_id', 'is', null),
        ...(accountId === null ? [] : [where('account_id', '=', accountId)]),
      ]),
    )
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ? cartFrom(row) : null
}

/** Whether such a cart exists or existed: one that joined another is gone, one that was ordered is not. */
export const isKnownCart = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('cart').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The open cart of a member; they have one. */
export const selectCartOfAccount = async (
  db: Db,
  accountId: string,
  lock = false,
): Promise<ReadCart | null> => {
  const row = await db
    .selectFrom('cart')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ordered_at', 'is', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ? cartFrom(row) : null
}

/**
 * Serializes changes of one member's carts until the end of the transaction: locked before any of their rows, to avoid
 * deadlocks; sent with the next statement.
 */
export const lockCartsOf = (tx: Tx, accountId: string): Promise<void> =>
  tx.defer(sql`select pg_advisory_xact_lock(hashtextextended(${`cart of ${accountId}`}, 0))`)

export const insertCart = async (tx: Tx, stored: StoredCart): Promise<void> => {
  const at = tx.now.toString()
  const columns = { account_id: stored.accountId, ...columnsFrom(stored), created_at: at, updated_at: at }
  await tx.defer(tx.db.insertInto('cart').values({ id: stored.id, ...columns }))
}

/** The same for a cart that may be there already, which stays as it is. */
export const insertCartOnce = async (tx: Tx, stored: StoredCart): Promise<void> => {
  const at = tx.now.toString()
  const columns = { account_id: stored.accountId, ...columnsFrom(stored), created_at: at, updated_at: at }
  const values = { id: stored.id, ...columns }
  await tx.defer(
    tx.db
      .insertInto('cart')
      .values(values)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export const updateCart = async (tx: Tx, stored: StoredCart): Promise<void> => {
  const columns = { account_id: stored.accountId, ...columnsFrom(stored), updated_at: tx.now.toString() }
  await tx.defer(tx.db.updateTable('cart').set(columns).where('id', '=', stored.id))
}

export const deleteCart = async (tx: Tx, id: string): Promise<void> => {
  await tx.db.deleteFrom('cart').where('id', '=', id).where('ordered_at', 'is', null).execute()
}

/**
 * Locks the cart of a checkout before the checkout itself is written: opening and finishing lock the cart first and
 * therefore never wait for each other in a circle (decision 043).
 */
export const lockCart = (tx: Tx, id: string): Promise<void> =>
  tx.defer(sql`select from cart where id = ${id}::uuid for no key update`)

/**
 * An ordered cart is never read again; the values entered for it are in the order and its gift. Returns what was in it
 * and whose it is; undefined when it was deleted.
 */
export const markOrdered = async (
  tx: Tx,
  id: string,
): Promise<(Pick<StoredCart, 'accountId' | 'currency'> & Pick<Cart, 'items'>) | undefined> => {
  const row = await tx.db
    .updateTable('cart')
    .set({ ordered_at: tx.now.toString(), draft: '{}', gift: null, gift_draft: null })
    .where('id', '=', id)
    .returning(['items', 'account_id', 'currency'])
    .executeTakeFirst()
  return (
    row && {
      items: itemsFrom(row.items),
      accountId: row.account_id,
      currency: currencyOf(row.currency),
    }
  )
}

/** The cart that continues an ordered one. */
export const setSuccessor = (tx: Tx, id: string, successorId: string): Promise<void> =>
  tx.defer(tx.db.updateTable('cart').set({ successor_id: successorId }).where('id', '=', id))

export const selectSuccessor = async (db: Db, id: string): Promise<string | null> => {
  const row = await db.selectFrom('cart').select('successor_id').where('id', '=', id).executeTakeFirst()
  return row?.successor_id ?? null
}

/** Deletes what a member entered and collected without ordering it. */
export const deleteCartsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('cart').where('account_id', '=', accountId).where('ordered_at', 'is', null).execute()
}

/** An abandoned cart. */
export interface AbandonedCart extends ReadCart {
  readonly updatedAt: Temporal.Instant
}

const abandonedCarts = (db: Kysely<Database>, from: Temporal.Instant, to: Temporal.Instant) =>
  db
    .selectFrom('cart')
    .select('id')
    .where('ordered_at', 'is', null)
    .where('reviewed_at', 'is', null)
    .where('updated_at', '>=', from.toString())
    .where('updated_at', '<=', to.toString())
    .where(sql`items`, '<>', sql`'{}'::jsonb`)

/** Whether `claimAbandoned` would find any. */
export const hasAbandoned = (
  db: Kysely<Database>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Expression<boolean> => sql<boolean>`exists ${abandonedCarts(db, from, to)}`

/**
 * Open carts with items that were changed last in this period, each returned only once; parallel workers get different
 * ones.
 */
export const claimAbandoned = async (
  tx: Tx,
  from: Temporal.Instant,
  to: Temporal.Instant,
  limit: number,
): Promise<AbandonedCart[]> => {
  const rows = await tx.db
    .updateTable('cart')
    .set({ reviewed_at: tx.now.toString() })
    .where(
      'id',
      'in',
      abandonedCarts(tx.db, from, to).orderBy('updated_at').limit(limit).forUpdate().skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.map((row) => ({ ...cartFrom(row), updatedAt: Temporal.Instant.from(row.updated_at) }))
}

/** An open cart of any owner; for a link that the shop signed. */
export const selectAnyOpenCart = async (db: Db, id: string): Promise<ReadCart | null> => {
  const row = await db
    .selectFrom('cart')
    .selectAll()
    .where('id', '=', id)
    .where('ordered_at', 'is', null)
    .executeTakeFirst()
  return row ? cartFrom(row) : null
}

/** Deletes open carts that were not changed since a moment, up to a limit; returns how many. */
export const deleteAbandoned = async (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> => {
  const abandoned = tx.db
    .selectFrom('cart')
    .select('id')
    .where('ordered_at', 'is', null)
    .where('updated_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db.deleteFrom('cart').where('id', 'in', abandoned).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes open carts at whose checkout this e-mail was typed, also in other browsers. */
export const deleteCartsByEmail = async (tx: Tx, email: string): Promise<void> => {
  await tx.db
    .deleteFrom('cart')
    .where('ordered_at', 'is', null)
    .where(sql<boolean>`lower(trim(draft ->> 'email')) = ${email}`)
    .execute()
}

/** Erases whom a gift is for, entered or half typed, from open carts of others whose gift is for this e-mail. */
export const eraseGiftsTo = async (tx: Tx, email: string): Promise<void> => {
  await tx.db
    .updateTable('cart')
    .set({ gift: null, gift_draft: null })
    .where('ordered_at', 'is', null)
    .where((where) =>
      where.or([
        where(sql`gift ->> 'recipient_email'`, '=', email),
        where(sql`lower(trim(gift_draft ->> 'recipient_email'))`, '=', email),
      ]),
    )
    .execute()
}

/** Open carts by id, after one of them, up to a limit. */
export const selectOpenCartsAfter = async (db: Db, id: string | null, limit: number): Promise<ReadCart[]> => {
  const rows = await db
    .selectFrom('cart')
    .selectAll()
    .where('ordered_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '>', id))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(cartFrom)
}

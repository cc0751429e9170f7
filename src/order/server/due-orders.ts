import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { dateOrNull } from '#shared/dates.ts'
import { ordersToPack, reshipsToPack } from '#shipment/server/shipments.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ordersIn, orderUpdate, waitingOrders, withLines } from './order-store.ts'
import type { Order } from './order-record.ts'

/** What the due work does with orders: each kind is claimed in batches, and a condition says whether there is any. */
type Db = Kysely<Database>

const missingFromLedger = (db: Db) => ordersIn(db).where('is_in_ledger', '=', false)

/** Whether an order is not in the ledger yet. */
export const hasMissingFromLedger = (db: Db): Expression<boolean> =>
  sql<boolean>`exists ${missingFromLedger(db).select('id')}`

/** Orders that are not in the ledger yet, oldest first; parallel processes get different ones. */
export const claimMissingFromLedger = async (tx: Tx, limit: number): Promise<Order[]> => {
  const missing = missingFromLedger(tx.db).selectAll().orderBy('placed_at').limit(limit)
  return withLines(tx.db, await missing.forNoKeyUpdate().skipLocked().execute())
}

export const markInLedger = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await orderUpdate(tx.db).set({ is_in_ledger: true }).where('id', 'in', ids).execute()
}

const ordersDueToPack = (db: Db, today: Temporal.PlainDate) =>
  waitingOrders(db).where('ship_on', '<=', today.toString()).where('id', 'in', ordersToPack(db))

/** Whether an order whose shipping day has come, or a reship, is to be packed. */
export const hasDueToPack = (db: Db, today: Temporal.PlainDate): Expression<boolean> =>
  sql<boolean>`(exists ${ordersDueToPack(db, today).select('id')} or exists ${reshipsToPack(db)})`

/**
 * Locks up to `limit` orders whose shipping day has come and that are to be packed, but those that are left out; workers side by side take
 * different ones.
 */
export const claimDueOrders = async (
  tx: Tx,
  limit: number,
  leftOut: readonly string[] = [],
): Promise<Order[]> => {
  const due = ordersDueToPack(tx.db, tx.today)
    .$if(leftOut.length > 0, (query) => query.where('id', 'not in', [...leftOut]))
    .selectAll()
    .orderBy('ship_on')
    .limit(limit)
  return withLines(tx.db, await due.forNoKeyUpdate().skipLocked().execute())
}

/** The place of an order in the list of those to ship. */
export interface ShipPlace {
  /** `2026-12-01`. */
  readonly day: string
  readonly number: string
}

/**
 * Orders that are to ship until a day, that day included, the earliest first; none that is on hold or not claimed. All of them, or as many
 * as a part has after its place.
 */
export const selectOrdersToShip = async (
  db: Db,
  until: Temporal.PlainDate,
  part?: { readonly after: ShipPlace | null; readonly limit: number },
): Promise<Order[]> => {
  const after = part?.after ?? null
  const orders = waitingOrders(db)
    .selectAll()
    .where('ship_on', '<=', until.toString())
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(ship_on, number) > (${after?.day}::date, ${after?.number})`),
    )
    .orderBy('ship_on')
    .orderBy('number')
    .$if(part !== undefined, (query) => query.limit(part?.limit ?? 0))
  return withLines(db, await orders.execute())
}

const unnoticedLateOrders = (db: Db, today: Temporal.PlainDate) =>
  waitingOrders(db)
    .where('ship_on', '<', today.toString())
    .where(sql<boolean>`coalesce(ship_until, ship_on) < ${today.toString()}`)
    .where('late_noticed_at', 'is', null)

/** Whether an order is late and its buyer has no mail about it yet. */
export const hasLateOrders = (db: Db, today: Temporal.PlainDate): Expression<boolean> =>
  sql<boolean>`exists ${unnoticedLateOrders(db, today).select('id')}`

/** Marks orders of which something has not left by the promised day, each once; parallel processes get different ones. */
const claimLateOrders = (
  { db, today, now }: Tx,
  limit: number,
): Promise<{ readonly id: string; readonly accountId: string }[]> => {
  const late = unnoticedLateOrders(db, today).select('id').orderBy('ship_on').limit(limit)
  return orderUpdate(db)
    .set({ late_noticed_at: now.toString() })
    .where('id', 'in', late.forNoKeyUpdate().skipLocked())
    .returning(['id', 'account_id as accountId'])
    .execute()
}

/** The date of the earliest order that waits to be packed, if any. */
export const selectNextShipOn = async (db: Kysely<Database>): Promise<Temporal.PlainDate | null> => {
  const waiting = waitingOrders(db).where('id', 'in', ordersToPack(db))
  const { on } = await waiting.select(({ fn }) => fn.min('ship_on').as('on')).executeTakeFirstOrThrow()
  return dateOrNull(on)
}

/** Publishes orders that did not ship when the shop said, so that their buyers get a mail, in batches. */
export const noticeLateOrders = async (deps: AppDeps, batch = 50): Promise<void> => {
  for (;;) {
    const count = await inTransaction(deps, async (tx) => {
      const orders = await claimLateOrders(tx, batch)
      for (const { id, accountId } of orders) tx.publish({ kind: 'order-late', orderId: id, accountId })
      return orders.length
    })
    if (count < batch) return
  }
}

import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { OrderRow, SubscriptionRow } from './partner-order-record.ts'
import type { TimePlace } from './cursors.ts'

type Db = Kysely<Database>

interface OrderQuery {
  readonly state: 'placed' | 'shipped' | 'canceled' | 'to-ship' | undefined
  /** The last row of the page before. */
  readonly after: TimePlace | null
  readonly limit: number
}

/** Orders after a place, the newest first. */
export const selectPartnerOrders = async (db: Db, { state, after, limit }: OrderQuery) => {
  let query = db.selectFrom('partner_order').selectAll()
  if (state === 'to-ship') query = query.where('state', '=', 'placed').where('is_held', '=', false)
  else if (state !== undefined) query = query.where('state', '=', state)
  if (after !== null)
    query = query.where((where) =>
      where(where.refTuple('placed_at', 'id'), '<', where.tuple(after.at, after.id)),
    )
  const rows = await query.orderBy('placed_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => OrderRow.parse(row))
}

/** An order by its number; null for an unknown one. */
export const selectPartnerOrder = async (db: Db, number: string) => {
  const row = await db.selectFrom('partner_order').selectAll().where('number', '=', number).executeTakeFirst()
  return row ? OrderRow.parse(row) : null
}

interface SubscriptionQuery {
  readonly state: string | undefined
  /** The id of the last row of the page before: ids are in the order of time. */
  readonly after: string | null
  readonly limit: number
}

/** Subscriptions after a place, the newest first. */
export const selectPartnerSubscriptions = async (db: Db, { state, after, limit }: SubscriptionQuery) => {
  let query = db.selectFrom('partner_subscription').selectAll()
  if (state !== undefined) query = query.where('state', '=', state)
  if (after !== null) query = query.where('id', '<', after)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => SubscriptionRow.parse(row))
}

/** A subscription; null for an unknown one. */
export const selectPartnerSubscription = async (db: Db, id: string) => {
  const row = await db.selectFrom('partner_subscription').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? SubscriptionRow.parse(row) : null
}

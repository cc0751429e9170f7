import type { DateRange } from '#shared/date-range.ts'
import { sql, type Kysely } from 'kysely'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { together } from '#platform/gathered.ts'
import { shipmentInsert, shipmentItemsInsert } from '#shipment/server/shipments.ts'
import { itemOf, lineColumns, orderColumns, orderFrom } from './order-record.ts'
import type { DraftWithStock, Order, OrderRow } from './order-record.ts'

/**
 * One statement with the lines of all these orders and the shipments that wait with all of them. The unique keys on checkout,
 * cycle and charge refuse a second order.
 */
export const insertOrders = async (tx: Tx, drafts: readonly DraftWithStock[]): Promise<void> => {
  const rows = drafts.flatMap((draft) =>
    draft.lines.map((line, position) => lineColumns(tx, draft, line, position)),
  )
  const placed = drafts.map((draft) => {
    const shipment = { id: tx.ids.uuid(), orderId: draft.id, accountId: draft.accountId }
    const items = draft.lines.map((line, position) => ({ ...itemOf(line, position), ...shipment }))
    return { shipment, items }
  })
  const shipments = placed.map(({ shipment }) => shipment)
  const items = placed.flatMap((one) => one.items)
  await tx.defer(
    tx.db
      .with('placed', (db) => db.insertInto('order').values(drafts.map((draft) => orderColumns(tx, draft))))
      .with('waiting', (db) => shipmentInsert(db, tx, shipments))
      .with('owed', (db) => shipmentItemsInsert(db, items))
      .insertInto('order_line')
      .values(rows),
  )
}

const linesOf = (db: Kysely<Database>, ids: readonly string[]) =>
  db.selectFrom('order_line').selectAll().where('order_id', 'in', ids).orderBy('position').execute()
export const withLines = async (db: Kysely<Database>, orders: readonly OrderRow[]): Promise<Order[]> => {
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const lines = Map.groupBy(await linesOf(db, ids), (line) => line.order_id)
  return orders.map((order) => orderFrom(order, lines.get(order.id) ?? []))
}

/** The amounts of lines at these positions of orders, after discounts, by `order id, position`. */
export const selectLinesAt = async (
  db: Kysely<Database>,
  places: readonly { readonly orderId: string; readonly position: number }[],
): Promise<ReadonlyMap<string, { readonly cents: number; readonly discountCents: number }>> => {
  if (places.length === 0) return new Map()
  const ids = places.map(({ orderId }) => orderId)
  const rows = await db.selectFrom('order_line').selectAll().where('order_id', 'in', ids).execute()
  const costs = rows.map((row) => {
    const { unit_price_cents: unitCents, quantity, discount_cents: discountCents } = row
    const cost = { cents: unitCents * quantity - discountCents, discountCents }
    return [`${row.order_id} ${row.position}`, cost] as const
  })
  return new Map(costs)
}

/** Orders, for the queries of the due work (`due-orders.ts`) and of checks (`order-checks.ts`). */
export const ordersIn = (db: Kysely<Database>) => db.selectFrom('order')

const ordersOfAccount = (db: Kysely<Database>, accountId: string, unconfirmed = false) =>
  ordersIn(db)
    .selectAll()
    .where('account_id', '=', accountId)
    .where('unconfirmed', '=', unconfirmed)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')

/** A member's orders, newest first: their own, or those that a visitor placed with their e-mail and they have not confirmed. */
export const selectOrdersOf = async (
  db: Kysely<Database>,
  accountId: string,
  unconfirmed = false,
): Promise<Order[]> => withLines(db, await ordersOfAccount(db, accountId, unconfirmed).execute())

/** A part of a member's orders. */
export interface OrderPart {
  /** The order before the first one; an unknown one, or another member's, has none after it. */
  readonly after?: string | undefined
  /** Only orders with lines of this subscription. */
  readonly subscriptionId?: string | undefined
  readonly limit: number
}

/** This many of a member's own orders, newest first. */
export const selectOrdersPart = async (
  db: Kysely<Database>,
  accountId: string,
  { after, subscriptionId, limit }: OrderPart,
): Promise<Order[]> => {
  const part = ordersOfAccount(db, accountId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(placed_at, id) < (select placed_at, id from "order" where id = ${after} and account_id = ${accountId})`,
      ),
    )
    .$if(subscriptionId !== undefined, (query) =>
      query.where('id', 'in', (select) =>
        select
          .selectFrom('order_line')
          .select('order_id')
          .where('subscription_id', '=', subscriptionId ?? ''),
      ),
    )
  return withLines(db, await part.limit(limit).execute())
}

/** The codes of all plans in a member's own orders, each once, those of the newest orders first. */
export const selectBoughtPlans = async (db: Kysely<Database>, accountId: string): Promise<string[]> => {
  const rows = await ordersIn(db)
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .select(['plan_code', ({ fn }) => fn.max('placed_at').as('last')])
    .where('order.account_id', '=', accountId)
    .where('unconfirmed', '=', false)
    .groupBy('plan_code')
    .orderBy('last', 'desc')
    .execute()
  return rows.map((row) => row.plan_code)
}

/** An order of a subscription, with what says whether it was refunded. */
export interface SubscriptionOrder {
  readonly subscriptionId: string
  readonly orderId: string
  readonly position: number
  readonly totalCents: Cents
  readonly refundedCents: Cents
}

/** The latest orders of each of these subscriptions, this many at most, the newest first. */
export const selectLatestOfSubscriptions = async (
  db: Kysely<Database>,
  ids: readonly string[],
  limit: number,
): Promise<readonly SubscriptionOrder[]> => {
  if (ids.length === 0) return []
  // The ids of orders are in the order of their time, so that the index says which lines are the latest.
  const { rows } = await sql<SubscriptionOrder>`
    select wanted.id as "subscriptionId", line.order_id as "orderId", line.position,
      placed.total_cents as "totalCents", placed.refunded_cents as "refundedCents"
    from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select order_id, position from order_line where subscription_id = wanted.id
      order by order_id desc limit ${limit}
    ) line
    join "order" placed on placed.id = line.order_id
    order by placed.placed_at desc, placed.id desc`.execute(db)
  return rows
}

/** What a charge paid: a purchase and perhaps a gift, the purchase first. */
export const selectOrdersOfCharge = async (db: Kysely<Database>, chargeId: string): Promise<Order[]> => {
  const query = db.selectFrom('order').selectAll().where('charge_id', '=', chargeId)
  const orders = await withLines(db, await query.orderBy('id').execute())
  return orders.toSorted((a, b) => Number(a.kind === 'gift') - Number(b.kind === 'gift'))
}

const ordersNumbered = (db: Kysely<Database>, number: string) =>
  db.selectFrom('order').selectAll().where('number', '=', number)

/** A member's order by its number. */
export const selectOrderOf = async (
  db: Kysely<Database>,
  accountId: string,
  number: string,
): Promise<Order | undefined> => {
  const own = ordersNumbered(db, number).where('account_id', '=', accountId).where('unconfirmed', '=', false)
  return (await withLines(db, await own.execute()))[0]
}

/** Guest look-up: both the number and the e-mail must fit. */
export const selectOrderByNumberAndEmail = async (
  db: Kysely<Database>,
  number: string,
  email: string,
): Promise<Order | undefined> => {
  const found = await selectOrderByNumber(db, number)
  return found?.email === email ? found : undefined
}

/** Locked for the transaction: of two that would change it, one finds it changed. */
export const lockOrder = async (tx: Tx, id: string): Promise<Order | undefined> => {
  const orders = await tx.db.selectFrom('order').selectAll().where('id', '=', id).forNoKeyUpdate().execute()
  return (await withLines(tx.db, orders))[0]
}

/** Sets the shipping dates of a waiting order. */
export const updateShips = async (tx: Tx, id: string, { from, until }: DateRange): Promise<void> => {
  const dates = { ship_on: from.toString(), ship_until: until.toString() }
  await tx.db.updateTable('order').set(dates).where('id', '=', id).execute()
}

/** Whether the shipment of an order is held while its refund is pending. */
export const updateHeld = (tx: Tx, id: string, isHeld: boolean): Promise<void> =>
  tx.defer(tx.db.updateTable('order').set({ is_held: isHeld }).where('id', '=', id))

export const updateCanceled = async (tx: Tx, id: string): Promise<void> => {
  const canceled = { state: 'canceled', canceled_at: tx.now.toString() }
  await tx.db.updateTable('order').set(canceled).where('id', '=', id).execute()
}

/** The database refuses more than the order's total. With `isAll`, this was the last of it. */
export const addRefunded = async (tx: Tx, id: string, cents: Cents, isAll: boolean): Promise<void> => {
  await tx.db
    .updateTable('order')
    .set((set) => ({
      refunded_cents: set('refunded_cents', '+', cents),
      ...(isAll ? { refunded_at: tx.now.toString() } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

/** A refund came back: that much more of the order is not refunded. */
export const subtractRefunded = async (tx: Tx, id: string, cents: Cents): Promise<void> => {
  await tx.db
    .updateTable('order')
    .set((set) => ({ refunded_cents: set('refunded_cents', '-', cents), refunded_at: null }))
    .where('id', '=', id)
    .execute()
}

/** Orders by their ids. */
export const selectOrdersWith = async (db: Kysely<Database>, ids: readonly string[]): Promise<Order[]> => {
  if (ids.length === 0) return []
  const [orders, rows] = await together([
    db.selectFrom('order').selectAll().where('id', 'in', ids).execute(),
    linesOf(db, ids),
  ])
  const lines = Map.groupBy(rows, (line) => line.order_id)
  return orders.map((order) => orderFrom(order, lines.get(order.id) ?? []))
}

/** For mails and jobs, which know the order's id from an event. */
export const selectOrderById = async (db: Kysely<Database>, id: string): Promise<Order | undefined> =>
  (await selectOrdersWith(db, [id]))[0]

/** The orders of a checkout: its purchase, its gift, or both. */
export const selectOrdersOfCheckout = (db: Kysely<Database>, checkoutId: string) =>
  db
    .selectFrom('order')
    .select(['id', 'number', 'kind', 'state'])
    .where('checkout_id', '=', checkoutId)
    .execute()

export const selectOrderByNumber = async (db: Kysely<Database>, number: string): Promise<Order | undefined> =>
  (await withLines(db, await ordersNumbered(db, number).execute()))[0]

/** A change of orders, for the queries of the due work. */
export const orderUpdate = (db: Kysely<Database>) => db.updateTable('order')

/** Orders of which something is still to leave, without those on hold. */
export const waitingOrders = (db: Kysely<Database>) =>
  ordersIn(db).where('state', '=', 'placed').where('is_held', '=', false)

/** Everything of these orders has left, or never will. */
export const updateShipped = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const shipped = { state: 'shipped', shipped_at: tx.now.toString() }
  await tx.db.updateTable('order').set(shipped).where('id', 'in', ids).execute()
}

/** The numbers of a member's orders, by their ids. */
export const selectNumbers = async (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('order')
    .select(['id', 'number'])
    .where('account_id', '=', accountId)
    .where('unconfirmed', '=', false)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Adds an unconfirmed order to its account; false when there is none. */
export const confirmOwn = async (tx: Tx, accountId: string, number: string): Promise<boolean> => {
  const own = tx.db.updateTable('order').where('account_id', '=', accountId).where('number', '=', number)
  const confirming = own.set({ unconfirmed: false }).where('unconfirmed', '=', true)
  return (await confirming.executeTakeFirst()).numUpdatedRows > 0n
}

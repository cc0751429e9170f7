import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Address } from '#shared/address.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'

/** A discount as it stands on the order: its code, why it was given, how much. */
export interface OrderDiscount {
  readonly code: string
  readonly reason: string
  readonly cents: Cents
}

export interface OrderLineDraft {
  readonly planCode: string
  readonly name: string
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly discountCents: Cents
  readonly taxCents: Cents
  readonly subscriptionId: string | null
}

/** Everything an order is made of; sums in cents. Exactly one of checkoutId and billingCycleId is set. */
export interface OrderDraft {
  readonly id: string
  readonly accountId: string
  readonly kind: 'purchase' | 'renewal'
  readonly checkoutId: string | null
  readonly billingCycleId: string | null
  readonly chargeId: string | null
  /** Who took the money; null when there was nothing to pay. */
  readonly processor: string | null
  readonly email: string
  readonly currency: Currency
  readonly subtotalCents: Cents
  readonly discountCents: Cents
  readonly shippingCents: Cents
  readonly taxCents: Cents
  /** The rate of the tax; null where it was not kept. */
  readonly taxPercent: number | null
  readonly totalCents: Cents
  readonly shippingMethod: { readonly code: string; readonly label: string }
  readonly discounts: readonly OrderDiscount[]
  readonly shipTo: Address
  readonly card: { readonly brand: string; readonly last4: string } | null
  readonly terms: readonly string[]
  readonly shipOn: Temporal.PlainDate
  readonly lines: readonly OrderLineDraft[]
}

export type OrderRow = Selectable<Database['order']>
export type OrderLineRow = Selectable<Database['order_line']>
export interface StoredOrder {
  readonly order: OrderRow
  readonly lines: readonly OrderLineRow[]
}

const orderRow = (work: Work, number: string, draft: OrderDraft) => ({
  id: draft.id,
  number,
  account_id: draft.accountId,
  kind: draft.kind,
  checkout_id: draft.checkoutId,
  billing_cycle_id: draft.billingCycleId,
  charge_id: draft.chargeId,
  processor: draft.processor,
  is_booked: true,
  email: draft.email,
  currency: draft.currency,
  subtotal_cents: draft.subtotalCents,
  discount_cents: draft.discountCents,
  shipping_cents: draft.shippingCents,
  tax_cents: draft.taxCents,
  total_cents: draft.totalCents,
  shipping_method_code: draft.shippingMethod.code,
  shipping_method_label: draft.shippingMethod.label,
  discounts: JSON.stringify(draft.discounts),
  ship_to: JSON.stringify(draft.shipTo),
  card: draft.card && JSON.stringify(draft.card),
  terms: JSON.stringify(draft.terms),
  state: 'placed',
  ship_on: draft.shipOn.toString(),
  placed_at: work.now.toString(),
})

const lineRow = (work: Work, draft: OrderDraft, line: OrderLineDraft, position: number) => ({
  id: work.ids.uuid(),
  order_id: draft.id,
  account_id: draft.accountId,
  position,
  plan_code: line.planCode,
  name: line.name,
  quantity: line.quantity,
  unit_price_cents: line.unitPriceCents,
  discount_cents: line.discountCents,
  tax_cents: line.taxCents,
  subscription_id: line.subscriptionId,
})

/** One statement whatever the number of lines. The unique keys on checkout, cycle and charge refuse a second order. */
export const insertOrder = async (work: Work, number: string, draft: OrderDraft): Promise<void> => {
  const lines = draft.lines.map((line, position) => lineRow(work, draft, line, position))
  await work.db
    .with('placed', (db) => db.insertInto('order').values(orderRow(work, number, draft)))
    .insertInto('order_line')
    .values(lines)
    .execute()
}

export const withLines = async (
  db: Kysely<Database>,
  orders: readonly OrderRow[],
): Promise<StoredOrder[]> => {
  if (orders.length === 0) return []
  const ids = orders.map((order) => order.id)
  const lines = await db
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  return orders.map((order) => ({ order, lines: lines.filter((line) => line.order_id === order.id) }))
}

/** What lines at these places of orders came to, after discounts, by `order id, position`. */
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

/** A member's orders, newest first. */
export const selectOrdersOf = async (db: Kysely<Database>, accountId: string): Promise<StoredOrder[]> =>
  withLines(
    db,
    await db
      .selectFrom('order')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('placed_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  )

/** A member's order by its number. */
export const selectOrderOf = async (
  db: Kysely<Database>,
  accountId: string,
  number: string,
): Promise<StoredOrder | undefined> => {
  const orders = await db
    .selectFrom('order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .execute()
  return (await withLines(db, orders))[0]
}

/** Guest look-up: both the number and the e-mail must fit. */
export const selectOrderByNumberAndEmail = async (
  db: Kysely<Database>,
  number: string,
  email: string,
): Promise<StoredOrder | undefined> => {
  const orders = await db
    .selectFrom('order')
    .selectAll()
    .where('number', '=', number)
    .where('email', '=', email)
    .execute()
  return (await withLines(db, orders))[0]
}

/** Locked for the transaction: of two that would change it, one finds it changed. */
export const lockOrder = async (work: Work, id: string): Promise<StoredOrder | undefined> => {
  const orders = await work.db.selectFrom('order').selectAll().where('id', '=', id).forNoKeyUpdate().execute()
  return (await withLines(work.db, orders))[0]
}

export const updateCanceled = async (work: Work, id: string): Promise<void> => {
  await work.db
    .updateTable('order')
    .set({ state: 'canceled', canceled_at: work.now.toString() })
    .where('id', '=', id)
    .execute()
}

export const addRefunded = async (work: Work, id: string, cents: Cents): Promise<void> => {
  await work.db
    .updateTable('order')
    .set((set) => ({ refunded_cents: set('refunded_cents', '+', cents) }))
    .where('id', '=', id)
    .execute()
}

/** Orders that are not in the books yet, the oldest first; processes side by side take different ones. */
export const claimUnbooked = async (work: Work, limit: number): Promise<StoredOrder[]> => {
  const orders = await work.db
    .selectFrom('order')
    .selectAll()
    .where('is_booked', '=', false)
    .orderBy('placed_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  return withLines(work.db, orders)
}

export const markBooked = async (work: Work, ids: readonly string[]): Promise<void> => {
  await work.db.updateTable('order').set({ is_booked: true }).where('id', 'in', ids).execute()
}

/** Counts and sums of the orders that are in the books, for comparing the two. */
export const selectBookedSums = (db: Kysely<Database>) =>
  db
    .selectFrom('order')
    .select((field) => [
      field.fn.countAll<number>().as('placed'),
      sql<number>`count(*) filter (where state = 'shipped')`.as('shipped'),
      sql<number>`count(*) filter (where state = 'canceled')`.as('canceled'),
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('total_cents'),
      sql<number>`coalesce(sum(refunded_cents), 0)::bigint`.as('refunded_cents'),
    ])
    .where('is_booked', '=', true)
    .executeTakeFirstOrThrow()

/** For mails and jobs, which know the order's id from an announcement. */
export const selectOrderById = async (db: Kysely<Database>, id: string): Promise<StoredOrder | undefined> =>
  (await withLines(db, await db.selectFrom('order').selectAll().where('id', '=', id).execute()))[0]

/** For operators, who know the number. */
export const selectOrderByNumber = async (
  db: Kysely<Database>,
  number: string,
): Promise<StoredOrder | undefined> =>
  (await withLines(db, await db.selectFrom('order').selectAll().where('number', '=', number).execute()))[0]

/** Marks up to `limit` due orders as shipped; workers side by side take different ones. */
export const shipDueOrders = async (work: Work, limit: number): Promise<OrderRow[]> => {
  const due = work.db
    .selectFrom('order')
    .select('id')
    .where('state', '=', 'placed')
    .where('ship_on', '<=', work.today.toString())
    .orderBy('ship_on')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
  return work.db
    .updateTable('order')
    .set({ state: 'shipped', shipped_at: work.now.toString(), tracking: sql`'LM' || number` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** The date of the earliest order that waits for its parcel, if any. */
export const selectNextShipOn = async (db: Kysely<Database>): Promise<string | null> => {
  const row = await db
    .selectFrom('order')
    .select('ship_on')
    .where('state', '=', 'placed')
    .orderBy('ship_on')
    .limit(1)
    .executeTakeFirst()
  return row?.ship_on ?? null
}

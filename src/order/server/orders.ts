import type { Kysely } from 'kysely'
import { z } from 'zod'
import { withStock } from '#catalogue/server/plans.ts'
import { issueInvoice } from '#invoice/server/invoices.ts'
import { orderPlaced } from '#ledger/rules/order-journals.ts'
import { postJournals } from '#ledger/server/journals.ts'
import { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { Order } from '../endpoints.ts'
import { ledgerOrder } from '../rules/ledger-order.ts'
import { invoicedOrder } from '../rules/invoiced-order.ts'
import { syncShipmentItems } from './shipment-items.ts'
import { selectShipmentItems } from './shipment-item-store.ts'
import type { ShipmentItemRow } from './shipment-item-store.ts'
import { recordShipped } from './order-ledger.ts'
import {
  insertOrder,
  lockOrder,
  selectNextShipOn,
  selectNumbers,
  selectOrderById,
  selectOrderByNumber,
  selectOrderByNumberAndEmail,
  selectOrderOf,
  selectOrdersOfCheckout,
  selectOrdersOf,
  confirmOwn,
  shipDueOrders,
  withLines,
} from './order-store.ts'
import type { OrderDraft } from './order-draft.ts'
import type { StoredOrder } from './order-store.ts'

export { recordRefund } from './order-ledger.ts'
export type { SettledRefund } from './order-ledger.ts'
export { cancelRefunded, cancelUnshipped, holdShipment } from './cancel-order.ts'
export { lockWaitingGift, releaseGift } from './gift-shipment.ts'
export type { CanceledOrder } from './cancel-order.ts'
export { selectLinesAt as orderLinesAt } from './order-store.ts'
export type { OrderDraft, OrderDiscount, OrderLineDraft } from './order-draft.ts'

const Discounts = z.array(z.object({ code: z.string(), reason: z.string(), cents: z.number() }))
const Card = z.object({ brand: z.string(), last4: z.string() }).nullable()
const Terms = z.array(z.string())

const wireLine = (line: StoredOrder['lines'][number]) => ({
  plan_code: line.plan_code,
  name: line.name,
  quantity: line.quantity,
  price: wirePrice(line.unit_price_cents),
  discount: wirePrice(line.discount_cents),
  tax: wirePrice(line.tax_cents),
  total: wirePrice(line.unit_price_cents * line.quantity - line.discount_cents + line.tax_cents),
  subscription_id: line.subscription_id,
})

/** A stored order as wire object (`Order` in endpoints.ts). */
const wireOrder = ({ order, lines }: StoredOrder, shipmentItems: readonly ShipmentItemRow[]): Order =>
  Order.parse({
    id: order.id,
    number: order.number,
    kind: order.kind,
    state: order.state,
    placed_at: order.placed_at,
    ship_on: order.ship_on,
    shipped_at: order.shipped_at,
    canceled_at: order.canceled_at,
    tracking: order.tracking,
    email: order.email,
    currency: order.currency,
    lines: lines.map(wireLine),
    shipment_items: shipmentItems.map(({ product, quantity, state, shipped_at, ended_at }) => ({
      product,
      quantity,
      state,
      shipped_at,
      ended_at,
    })),
    discounts: Discounts.parse(order.discounts).map(({ code, reason, cents }) => ({
      code,
      reason,
      amount: wirePrice(cents),
    })),
    subtotal: wirePrice(order.subtotal_cents),
    discount: wirePrice(order.discount_cents),
    shipping: wirePrice(order.shipping_cents),
    shipping_method: order.shipping_method_label,
    tax: wirePrice(order.tax_cents),
    total: wirePrice(order.total_cents),
    credit: wirePrice(order.credit_cents),
    refunded: wirePrice(order.refunded_cents),
    address: Address.parse(order.ship_to),
    card: Card.parse(order.card),
    terms: Terms.parse(order.terms),
  })

const wireOrders = async (db: Kysely<Database>, stored: readonly StoredOrder[]): Promise<Order[]> => {
  const ids = stored.map(({ order }) => order.id)
  const shipmentItems = await selectShipmentItems(db, ids)
  return stored.map((one) => wireOrder(one, shipmentItems.get(one.order.id) ?? []))
}

/** Writes an order with its ledger entries and its invoice in the caller's transaction and publishes it. */
export const placeOrder = async (tx: Tx, draft: OrderDraft): Promise<void> => {
  const lines = await withStock(tx.db, draft.lines)
  await insertOrder(tx, draft, lines)
  await postJournals(tx, [orderPlaced(ledgerOrder(draft))])
  const owner = { orderId: draft.id, accountId: draft.accountId }
  issueInvoice(tx, owner, invoicedOrder(draft, draft.number, tx.today))
  const kind = draft.kind === 'renewal' ? 'renewal-charged' : 'order-placed'
  tx.publish({ kind, orderId: draft.id, accountId: draft.accountId })
}

/** An order that a visitor placed with a member's e-mail, with just enough for the member to recognize it. */
export interface UnconfirmedOrder {
  readonly number: string
  readonly placed_at: string
  /** A numeric string. */
  readonly total: string
}

/** The orders that wait until a member says that they are theirs, newest first. */
export const unconfirmedOrdersOf = async (
  db: Kysely<Database>,
  accountId: string,
): Promise<UnconfirmedOrder[]> =>
  (await selectOrdersOf(db, accountId, true)).map(({ order: { number, placed_at, total_cents } }) => ({
    number,
    placed_at,
    total: wirePrice(total_cents),
  }))

/** Takes an order into the account of its member, who says that it is theirs. NOT_FOUND for every other one. */
export const confirmOrder = async (tx: Tx, accountId: string, number: string): Promise<void> => {
  if (!(await confirmOwn(tx, accountId, number.toUpperCase()))) throw new ShopError('NOT_FOUND')
}

/** A member's orders, newest first. */
export const ordersOf = async (db: Kysely<Database>, accountId: string): Promise<Order[]> =>
  wireOrders(db, await selectOrdersOf(db, accountId))

const found = async (db: Kysely<Database>, stored: StoredOrder | undefined): Promise<Order> => {
  const [order] = await wireOrders(db, stored ? [stored] : [])
  if (!order) throw new ShopError('NOT_FOUND')
  return order
}

/** A member's order by number; NOT_FOUND also for another member's. */
export const orderOf = async (db: Kysely<Database>, accountId: string, number: string): Promise<Order> =>
  found(db, await selectOrderOf(db, accountId, number.toUpperCase()))

/** Guest look-up (ruling 6); NOT_FOUND if either of the two does not match. */
export const findOrder = async (db: Kysely<Database>, number: string, email: string): Promise<Order> =>
  found(db, await selectOrderByNumberAndEmail(db, number, email))

/** The numbers of a member's orders, by their ids. */
export const orderNumbers = (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => selectNumbers(db, accountId, ids)

/** Whether a member owns an order, and has confirmed it where a visitor placed it with their e-mail. */
export const isOwnOrder = async (
  db: Kysely<Database>,
  accountId: string,
  orderId: string,
): Promise<boolean> => (await selectNumbers(db, accountId, [orderId])).has(orderId)

/** The number of the gift that a checkout bought; null when it bought none. */
export const giftOrderNumber = async (db: Kysely<Database>, checkoutId: string): Promise<string | null> =>
  (await selectOrdersOfCheckout(db, checkoutId)).find(({ kind }) => kind === 'gift')?.number ?? null

/** The order of an event; NOT_FOUND is a bug there, not a visitor's mistake. */
export const orderById = async (db: Kysely<Database>, id: string): Promise<Order> =>
  found(db, await selectOrderById(db, id))

/** Whose order it is; null for an unknown one. */
export const ownerOfOrder = async (db: Kysely<Database>, id: string): Promise<string | null> =>
  (await selectOrderById(db, id))?.order.account_id ?? null

/** For operators: an order by its number alone. NOT_FOUND. */
export const orderByNumber = async (db: Kysely<Database>, number: string): Promise<Order> =>
  found(db, await selectOrderByNumber(db, number.toUpperCase()))

/** Who paid for an order, and by what. */
export interface OrderPayer {
  readonly orderId: string
  readonly accountId: string
  /** Null when no card was charged. */
  readonly chargeId: string | null
  /** What its charge paid of it; a purchase and its gift share one charge. */
  readonly cardPaidCents: Cents
  readonly creditPaidCents: Cents
}

const payerIn = (stored: StoredOrder | undefined): OrderPayer => {
  if (!stored) throw new ShopError('NOT_FOUND')
  const {
    id: orderId,
    account_id: accountId,
    charge_id: chargeId,
    credit_cents: creditPaidCents,
    total_cents: totalCents,
  } = stored.order
  const cardPaidCents = totalCents - creditPaidCents
  return { orderId, accountId, chargeId, cardPaidCents, creditPaidCents }
}

/** Whose order it is, and what paid for it. NOT_FOUND. */
export const payerOf = async (db: Kysely<Database>, id: string): Promise<OrderPayer> =>
  payerIn(await selectOrderById(db, id))

/** As `payerOf`, and the order is locked for the transaction: its refunds are decided one after the other. */
export const lockPayer = async (tx: Tx, id: string): Promise<OrderPayer> => payerIn(await lockOrder(tx, id))

/** Ships what is due by the shop's date, in batches; returns how many orders shipped. */
export const shipDue = async (deps: AppDeps, batch = 50): Promise<number> => {
  let shipped = 0
  for (;;) {
    const count = await inTransaction(deps, async (tx) => {
      const orders = await shipDueOrders(tx, batch)
      await syncShipmentItems(tx, orders, { hasShippedNow: true })
      await recordShipped(tx, await withLines(tx.db, orders))
      for (const order of orders) {
        tx.publish({ kind: 'order-shipped', orderId: order.id, accountId: order.account_id })
      }
      return orders.length
    })
    shipped += count
    if (count < batch) return shipped
  }
}

/** When the next order is due to ship. */
export const nextShipDate = async (db: Kysely<Database>): Promise<Temporal.PlainDate | null> => {
  const on = await selectNextShipOn(db)
  return on === null ? null : Temporal.PlainDate.from(on)
}

import type { Kysely } from 'kysely'
import { accountById, accountsById } from '#account/server/accounts.ts'
import { withStock } from '#catalogue/server/plans.ts'
import { issueInvoices } from '#invoice/server/invoices.ts'
import { orderPlaced } from '#ledger/rules/order-journals.ts'
import { postJournals } from '#ledger/server/journals.ts'
import { paidParts } from '#pricing/rules/refund-lines.ts'
import type { PaidPart } from '#pricing/rules/refund-lines.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale, storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { Database } from '#platform/schema.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { DateRange } from '#shared/date-range.ts'
import type { Address } from '#shared/address.ts'
import { shipDates } from '#delivery/rules/delivery-dates.ts'
import { isClaimed } from '../rules/gift-claim.ts'
import { shipmentsOf, updateShipTo } from '#shipment/server/shipments.ts'
import { currentArrival } from './arrivals.ts'
import { trackingOf } from './wire-shipments.ts'
import { storedMail } from '../rules/order-mail.ts'
import { insertOrderMails } from './order-mail-store.ts'
import { openTaxReporting } from './tax-record-store.ts'
import {
  insertOrders,
  lockOrder,
  selectNumbers,
  selectOrderById,
  selectOrdersWith,
  selectOrderByNumber,
  selectOrderByNumberAndEmail,
  selectOrderOf,
  selectOrdersOfCheckout,
  selectOrdersOf,
  confirmOwn,
  updateShips,
} from './order-store.ts'
import type { Order, OrderDraft } from './order-record.ts'
import type { Currency } from '#shared/money.ts'

export { recordRefund, recordReversal } from './order-ledger.ts'
export type { SettledRefund } from './order-ledger.ts'
export { cancelRefunded, cancelUnshipped, isPackingBegun } from './cancel-order.ts'
export {
  holdByOperator,
  holdLocked,
  holdOrder,
  holdShipments,
  releaseByOperator,
  releaseLocked,
  releaseOrder,
} from './holds.ts'
export {
  arrivalOf as arrivalOfShipment,
  currentArrival,
  currentArrivals,
  orderReceivedOn,
  receivedDayOf,
} from './arrivals.ts'
export { recordCarrierEvent } from './carrier-events.ts'
export { correctAddress } from './correct-address.ts'
export type { Also } from './fulfillment.ts'
export { holdText } from './holds.ts'
export { eraseHoldReasons, HoldCause } from './hold-store.ts'
export { handOver, packOrder } from './fulfillment.ts'
export { labelFiles, printLabel, requestLabels } from './order-labels.ts'
export {
  importShipments,
  listedShipments,
  partToPack,
  shipmentsToPack,
  shipmentsToPackOf,
} from './shipment-exchange.ts'
export type { ShipPlace } from './due-orders.ts'
export { processLabels } from './label-work.ts'
export type { CarrierServices } from './label-work.ts'
export {
  hasDueToPack,
  hasLateOrders,
  hasMissingFromLedger,
  selectNextShipOn as nextShipDate,
} from './due-orders.ts'
export { noticeLateOrders } from './due-orders.ts'
export { hasTaxesToRecord, recordTaxes } from './record-taxes.ts'
export {
  countRefusedTaxRecords as refusedTaxRecords,
  countUnrecorded as unrecordedTaxes,
  selectTaxDifferences as taxDifferences,
} from './tax-record-store.ts'
export { reship } from './reship.ts'
export { packDue } from './simulated-warehouse.ts'
export { countOrdersBetween as ordersBetween } from './order-checks.ts'
export {
  selectLinesAt as orderLinesAt,
  selectNumbers as orderNumbers,
  selectOrdersOfCharge as ordersOfCharge,
  selectBoughtPlans as boughtPlansOf,
  selectOrdersOf as ordersOf,
  selectOrdersPart as partOfOrders,
} from './order-store.ts'
export type { Order, OrderDraft } from './order-record.ts'
export { lastShippedOf } from './arrivals.ts'
export {
  anonymizeOrderMails as forgetOrderMailsOf,
  deleteOrderMailsBefore as forgetOrderMailsBefore,
  selectOrderMails as orderMailsOf,
} from './order-mail-store.ts'
export type { StoredOrderMail } from './order-mail-store.ts'

/** Remembers that mails about orders were sent, each once for a message id; the caller holds their accounts. */
export const rememberMails = (tx: Tx, mails: Parameters<typeof insertOrderMails>[1]): Promise<void> =>
  insertOrderMails(
    tx,
    mails.map((mail) => ({ ...mail, ...storedMail(mail) })),
  )

/** Writes orders with their ledger entries and invoices in the caller's transaction, each table once, and publishes them. */
export const placeOrders = async (tx: Tx, drafts: readonly OrderDraft[]): Promise<void> => {
  if (drafts.length === 0) return
  const lines = await withStock(
    tx.db,
    drafts.flatMap((draft) => draft.lines.map((line) => ({ ...line, orderId: draft.id }))),
  )
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  await insertOrders(
    tx,
    drafts.map((draft) => ({ ...draft, lines: byOrder.get(draft.id) ?? [] })),
  )
  await postJournals(tx, drafts.map(orderPlaced))
  issueInvoices(tx, drafts, tx.today)
  // A tax service is sent the orders afterwards (`record-taxes.ts`).
  const taxed = drafts.filter((draft) => draft.tax?.basis.service === 'stripe')
  for (const { id } of taxed) await openTaxReporting(tx, id)
  for (const { id: orderId, accountId, kind } of drafts)
    tx.publish({ kind: kind === 'renewal' ? 'renewal-charged' : 'order-placed', orderId, accountId })
}

/** As `placeOrders`, for one. */
export const placeOrder = (tx: Tx, draft: OrderDraft): Promise<void> => placeOrders(tx, [draft])

/** The orders that a visitor placed with a member's e-mail and that wait for the member's confirmation, newest first. */
export const unconfirmedOrdersOf = (db: Kysely<Database>, accountId: string): Promise<Order[]> =>
  selectOrdersOf(db, accountId, true)

/** Takes an order into the account of its member, who says that it is theirs. NOT_FOUND for every other one. */
export const confirmOrder = async (tx: Tx, accountId: string, number: string): Promise<void> => {
  if (!(await confirmOwn(tx, accountId, number.toUpperCase()))) throw new ShopError('NOT_FOUND')
}

/** The orders of an account, and their checkouts; also those that wait for its member's confirmation, for they name the member too. */
export const boughtBy = async (tx: Tx, accountId: string) => {
  const orders = [
    ...(await selectOrdersOf(tx.db, accountId)),
    ...(await unconfirmedOrdersOf(tx.db, accountId)),
  ]
  const checkoutIds = orders.flatMap(({ checkoutId }) => (checkoutId === null ? [] : [checkoutId]))
  return { orderIds: orders.map(({ id }) => id), checkoutIds: [...new Set(checkoutIds)] }
}

const found = async (selected: Promise<Order | undefined>): Promise<Order> => {
  const order = await selected
  if (!order) throw new ShopError('NOT_FOUND')
  return order
}

/** A member's order by number; NOT_FOUND also for another member's. */
export const orderOf = (db: Kysely<Database>, accountId: string, number: string): Promise<Order> =>
  found(selectOrderOf(db, accountId, number.toUpperCase()))

/** Guest look-up (ruling 6); NOT_FOUND if either of the two does not match. */
export const findOrder = (db: Kysely<Database>, number: string, email: string): Promise<Order> =>
  found(selectOrderByNumberAndEmail(db, number, email))

/** Whether a member owns an order, and has confirmed it where a visitor placed it with their e-mail. */
export const isOwnOrder = async (
  db: Kysely<Database>,
  accountId: string,
  orderId: string,
): Promise<boolean> => (await selectNumbers(db, accountId, [orderId])).has(orderId)

/** The number of the gift that a checkout bought; null when it bought none. */
export const giftOrderNumber = async (db: Kysely<Database>, checkoutId: string): Promise<string | null> =>
  (await selectOrdersOfCheckout(db, checkoutId)).find(({ kind }) => kind === 'gift')?.number ?? null

/** How a form names an order: members by its number, everybody by its number and e-mail together. */
interface OrderLookup {
  readonly number: string
  readonly email?: string | undefined
}

/** NOT_FOUND if either number or e-mail does not match; a member's own orders need no e-mail. */
export const lookedUpOrder = (
  { database }: Pick<AppDeps, 'database'>,
  { actor }: Pick<RequestContext, 'actor'>,
  { number, email }: OrderLookup,
): Promise<Order> => {
  if (email !== undefined) return findOrder(database, number, email)
  if (actor.kind === 'member') return orderOf(database, actor.accountId, number)
  throw new ShopError('VALIDATION_ERROR', { fields: { email: 'Kindly enter a valid email address.' } })
}

/** The order of an event; NOT_FOUND is a bug there, not a visitor's mistake. */
export const orderById = (db: Kysely<Database>, id: string): Promise<Order> => found(selectOrderById(db, id))

/** The orders of events, by their ids. */
export const ordersById = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Order>> =>
  new Map((await selectOrdersWith(db, ids)).map((order) => [order.id, order]))

/** The language of mails about an order: that of its page for a visitor, that of the account for a member (decision 367). */
export const localeOfOrder = async (
  db: Kysely<Database>,
  { locale, accountId }: Pick<Order, 'locale' | 'accountId'>,
): Promise<Locale> => {
  if (locale !== null) return storedLocale(locale)
  return (await accountById(db, accountId))?.locale ?? defaultLocale
}

/** As `localeOfOrder`, of many. */
export const localesOfOrders = async <One extends Pick<Order, 'locale' | 'accountId'>>(
  db: Kysely<Database>,
  orders: readonly One[],
): Promise<ReadonlyMap<One, Locale>> => {
  const ofMembers = orders.filter(({ locale }) => locale === null).map(({ accountId }) => accountId)
  const accounts = await accountsById(db, ofMembers)
  const localeOf = ({ locale, accountId }: One): Locale =>
    locale === null ? (accounts.get(accountId)?.locale ?? defaultLocale) : storedLocale(locale)
  return new Map(orders.map((order) => [order, localeOf(order)]))
}

/** When a placed order arrives, as far as is known now; null for a gift that nobody claimed. */
export const arrivalOfPlaced = async (deps: AppDeps, id: string): Promise<DateRange | null> =>
  currentArrival(deps, await orderById(deps.database, id))

/** The first tracking number of an order; null when it has none. */
export const orderTracking = async (db: Kysely<Database>, id: string): Promise<string | null> =>
  trackingOf((await shipmentsOf(db, [id])).get(id) ?? [])

/** Whose order it is; null for an unknown one. */
export const ownerOfOrder = async (db: Kysely<Database>, id: string): Promise<string | null> =>
  (await selectOrderById(db, id))?.accountId ?? null

/** For operators: an order by its number alone. NOT_FOUND. */
export const orderByNumber = (db: Kysely<Database>, number: string): Promise<Order> =>
  found(selectOrderByNumber(db, number.toUpperCase()))

/** The currency of an order; null when no order has this number. */
export const currencyOfOrder = async (db: Kysely<Database>, number: string): Promise<Currency | null> =>
  (await selectOrderByNumber(db, number.toUpperCase()))?.currency ?? null

/** An order, locked for the transaction. NOT_FOUND. */
export const lockedOrder = (tx: Tx, id: string): Promise<Order> => found(lockOrder(tx, id))

/** Who paid for an order, and by what. */
export interface OrderPayer {
  readonly orderId: string
  readonly currency: Currency
  readonly accountId: string
  /** Null when no card was charged. */
  readonly chargeId: string | null
  /** What its charge and credit paid of it; a purchase and its gift share one charge. */
  readonly paid: PaymentSplit
  /** What was paid for each line and for shipping. */
  readonly parts: readonly PaidPart[]
}

/** Whose order it is, and what paid for it; locked for the transaction: its refunds are decided one after the other. */
export const lockPayer = async (tx: Tx, orderId: string): Promise<OrderPayer> => {
  const { accountId, chargeId, currency, totals, lines } = await found(lockOrder(tx, orderId))
  return { orderId, currency, accountId, chargeId, paid: paidBy(totals), parts: paidParts(lines, totals) }
}

/**
 * Locks a gift's order for the transaction and returns whether it still waits to be claimed: of a claim and a
 * cancellation at the same moment the first one wins.
 */
export const lockWaitingGift = async (tx: Tx, orderId: string): Promise<boolean> => {
  const order = await lockOrder(tx, orderId)
  return order?.state === 'placed' && !isClaimed(order)
}

/** Schedules the shipment of a waiting gift to its recipient, as if it were ordered today; the caller holds its lock. */
export const releaseGift = async (
  tx: Tx,
  orderId: string,
  { shipTo, preorder }: { readonly shipTo: Address; readonly preorder: boolean },
): Promise<void> => {
  const shipments = (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []
  await updateShipTo(
    tx,
    shipments.map(({ id }) => id),
    shipTo,
  )
  await updateShips(tx, orderId, shipDates(tx.now, preorder))
}

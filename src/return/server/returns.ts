import type { Kysely } from 'kysely'
import { lockPayer, lockedOrder, receivedDayOf } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { paidParts, unitsLeft } from '#pricing/rules/refund-lines.ts'
import type { PaidPart } from '#pricing/rules/refund-lines.ts'
import { leftPartsOf, openRefund, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { restock, withdrawalOf } from '#withdrawal/server/withdrawals.ts'
import { lastSendDay } from '../rules/return-expiry.ts'
import { unitsInProblems } from '../rules/problem-offer.ts'
import { returnDays } from '../rules/return-days.ts'
import { returnOffer } from '../rules/return-offer.ts'
import type { NoReturn, ReturnedLine, ReturnOffer, ReturnReason } from '../rules/return-offer.ts'
import { selectProblemsOf } from './problem-store.ts'
import {
  endReturn,
  insertReturn,
  selectCanceledAt,
  selectExpectedReturns,
  selectReturn,
  selectReturnByNumber,
  selectReturnsOf,
  selectReturnsOfAccount,
  updateReceived,
} from './return-store.ts'
import type { OrderReturn, ReturnState } from './return-store.ts'
import { wantReturnVoid } from './return-label-store.ts'
import { wantReturnLabel } from './return-labels.ts'
import type { ReturnServices } from './return-labels.ts'

export type { OrderReturn } from './return-store.ts'
export {
  selectReturn as returnById,
  selectReturnsOf as returnsOf,
  selectReturnsOfAccount as returnsOfAccount,
  selectExpectedReturns as expectedReturns,
  selectCanceledAt as returnsCanceledAt,
}
export { workOffReturnLabels } from './return-labels.ts'
export type { ReturnServices } from './return-labels.ts'
export { recordReturnScan } from './return-scans.ts'
export { expireReturns, hasDueExpiries, nextReturnDate } from './return-expiry.ts'
export {
  hasDueToAsk as hasDueReturnLabels,
  selectNextReturnAskAt as nextReturnLabelAt,
} from './return-label-store.ts'

/** Why nothing can be returned, as its buyer reads it. */
export const returnRefusals = {
  gift: 'To return a gift, please contact us.',
  withdrawn: 'You withdrew from this contract. Send everything back, and we’ll refund you.',
  refunded: 'Everything in this order has been refunded.',
  'not-shipped': 'Nothing from this order has been delivered yet.',
  'too-late': `The ${returnDays}-day return period has ended.`,
  returned: 'Everything in this order is already in a return.',
} as const satisfies Record<NoReturn, string>

const refused = (reason: NoReturn): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: returnRefusals[reason], data: { reason } })

const found = (one: OrderReturn | null): OrderReturn => {
  if (!one) throw new ShopError('NOT_FOUND')
  return one
}

/** What a return takes from the offer: what came, or what is to come. */
const takenBy = ({ state, lines }: OrderReturn): readonly ReturnedLine[] =>
  state === 'canceled' || state === 'expired'
    ? []
    : lines.map(({ position, quantity, receivedQuantity }) => ({
        position,
        quantity: receivedQuantity ?? quantity,
      }))

/** What can be returned of an order now. */
export const returnOfferFor = async (
  db: Kysely<Database>,
  order: Order,
  now: Temporal.Instant,
): Promise<ReturnOffer> => {
  const shipments = (await shipmentsOf(db, [order.id])).get(order.id) ?? []
  const returns = await selectReturnsOf(db, order.id)
  return returnOffer({
    kind: order.kind,
    isFullyRefunded: order.refundedCents >= order.totals.totalCents,
    isWithdrawn: (await withdrawalOf(db, order.id)) !== null,
    shipments: shipments
      .filter(({ isReship }) => !isReship)
      .map((shipment) => ({
        state: shipment.state,
        receivedOn: receivedDayOf(order, shipment),
        items: shipment.items.map(({ position, lineQuantity }) => ({ position, quantity: lineQuantity })),
      })),
    returned: [...returns.flatMap(takenBy), ...unitsInProblems(await selectProblemsOf(db, order.id))],
    today: dateIn(now, brand.timeZone),
  })
}

/** What is left of what was paid for each line, to say what a return of it brings. */
export const leftOfOrder = (
  db: Kysely<Database>,
  { id: orderId, lines, totals }: Order,
): Promise<PaidPart[]> => leftPartsOf(db, { orderId, parts: paidParts(lines, totals) })

export interface ReturnRequest {
  readonly order: Order
  readonly requestId: string
  readonly reason: ReturnReason
  readonly lines: readonly ReturnedLine[]
}

const quantityMessage = 'Please choose what you’re returning.'

/** VALIDATION_ERROR for nothing, for a line twice, and for more than can be returned. */
const checkLines = (asked: readonly ReturnedLine[], offered: readonly ReturnedLine[]): void => {
  const isPossible = ({ position, quantity }: ReturnedLine): boolean =>
    quantity <= (offered.find((line) => line.position === position)?.quantity ?? 0)
  const isOnce = new Set(asked.map(({ position }) => position)).size === asked.length
  if (asked.length === 0 || !isOnce || !asked.every(isPossible))
    throw new ShopError('VALIDATION_ERROR', { fields: { lines: quantityMessage } })
}

const open = async (
  services: ReturnServices,
  tx: Tx,
  { order, requestId, reason, lines }: ReturnRequest,
): Promise<string> => {
  const current = await lockedOrder(tx, order.id)
  const returns = await selectReturnsOf(tx.db, order.id)
  const earlier = returns.find((one) => one.requestId === requestId)
  if (earlier) return earlier.id
  const offer = await returnOfferFor(tx.db, current, tx.now)
  if (offer.kind === 'none') throw refused(offer.reason)
  checkLines(lines, offer.lines)
  const id = tx.ids.uuid()
  await insertReturn(tx, {
    id,
    number: `${order.number}-R${returns.length + 1}`,
    orderId: order.id,
    accountId: order.accountId,
    requestId,
    reason,
    requestedAt: tx.now,
    expiresOn: lastSendDay(tx.today, services.returns),
    lines,
  })
  // With a label the instructions are mailed when it is there.
  if (!(await wantReturnLabel(tx, services, current, id)))
    tx.publish({ kind: 'return-requested', returnId: id })
  return id
}

/**
 * Opens a return; the same request again is the same return. Its label is bought right after. ACTION_NOT_ALLOWED with the
 * reason in `data.reason`; VALIDATION_ERROR on `lines`.
 */
export const requestReturn = async (
  services: ReturnServices,
  request: ReturnRequest,
): Promise<OrderReturn> => {
  const id = await inTransaction(services.deps, (tx) => open(services, tx, request))
  return found(await selectReturn(services.deps.database, id))
}

const notNow = {
  received: 'This return was received before.',
  canceled: 'This return was canceled.',
  expired: 'This return has expired.',
  'on-its-way': 'The package is on its way to us, so this return can no longer be canceled.',
} as const

const refusedAs = (reason: keyof typeof notNow): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: notNow[reason], data: { reason } })

const isUnderWay = ({ label }: OrderReturn): boolean => (label?.travel ?? null) !== null

/** A package that came counts, also after its time, and after its buyer said that it would not come. */
const checkAwaited = (one: OrderReturn): void => {
  const mayCome: readonly ReturnState[] = isUnderWay(one) ? ['expired', 'canceled'] : ['expired']
  if (one.state !== 'requested' && !mayCome.includes(one.state)) throw refusedAs(one.state)
}

/**
 * Cancels a return of an order that has not come, and has its label voided; canceled again changes nothing.
 * ACTION_NOT_ALLOWED once a carrier has its package, it came or it expired.
 */
export const cancelReturn = (deps: AppDeps, order: Order, number: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await lockedOrder(tx, order.id)
    const one = (await selectReturnsOf(tx.db, order.id)).find((each) => each.number === number)
    if (!one) throw new ShopError('NOT_FOUND')
    if (one.state === 'canceled') return
    if (one.state !== 'requested') throw refusedAs(one.state)
    if (isUnderWay(one)) throw refusedAs('on-its-way')
    await endReturn(tx, one.id, { state: 'canceled', refundId: null })
    await wantReturnVoid(tx, one.id, ['wanted', 'bought'])
  })

/**
 * The buyer has withdrawn from the contract, so that everything goes back: the returns that no carrier has yet end, and their labels
 * are voided. The caller has locked the order.
 */
export const endReturnsOf = async (tx: Tx, orderId: string): Promise<void> => {
  const open = (await selectReturnsOf(tx.db, orderId)).filter(
    (one) => one.state === 'requested' && !isUnderWay(one),
  )
  for (const { id } of open) {
    await endReturn(tx, id, { state: 'canceled', refundId: null })
    await wantReturnVoid(tx, id, ['wanted', 'bought'])
  }
}

/** What came back, by an operator who has it in their hands. */
export interface Receipt {
  readonly number: string
  /** Null: everything that was announced. */
  readonly lines: readonly ReturnedLine[] | null
  readonly isRestocked: boolean
}

const receivedLines = (one: OrderReturn, { lines }: Receipt): ReturnedLine[] => {
  if (lines === null) return one.lines.map(({ position, quantity }) => ({ position, quantity }))
  checkLines(lines, one.lines)
  return [...lines]
}

const linesOf = ({ lines }: Order, returned: readonly ReturnedLine[]) =>
  returned.map(({ position, quantity }) => ({ planCode: lines[position]?.planCode ?? '', quantity }))

const receive = async (services: PaymentServices, tx: Tx, one: OrderReturn, receipt: Receipt) => {
  const order = await lockedOrder(tx, one.orderId)
  checkAwaited(found(await selectReturn(tx.db, one.id)))
  const came = receivedLines(one, receipt)
  const payer = await lockPayer(tx, order.id)
  // What was refunded before, by line or by sum, is not refunded again.
  const units = unitsLeft(await leftPartsOf(tx.db, payer), came)
  const choice = { kind: 'parts', units, shippingCents: null, sum: null } as const
  const requestKey = `return:${one.id}`
  const refund =
    units.length > 0 ? await openRefund(tx, { ...payer, requestKey, choice, reason: 'return' }) : null
  for (const { position } of one.lines) {
    const quantity = came.find((line) => line.position === position)?.quantity ?? 0
    await updateReceived(tx, one.id, { position, quantity, isRestocked: receipt.isRestocked && quantity > 0 })
  }
  if (receipt.isRestocked) await restock(services, tx, linesOf(order, came))
  await endReturn(tx, one.id, { state: 'received', refundId: refund?.id ?? null })
  // It came another way; what was bought may have brought it.
  await wantReturnVoid(tx, one.id, ['wanted'])
  return refund
}

/**
 * The package of a return has come: refunds what came back, by the prices of the order, and puts it into stock or writes
 * it off. Null when there was nothing to refund. NOT_FOUND; ACTION_NOT_ALLOWED when it was received or canceled before.
 */
export const receiveReturn = async (services: PaymentServices, receipt: Receipt): Promise<Refund | null> => {
  const { deps } = services
  const one = await selectReturnByNumber(deps.database, receipt.number.toUpperCase())
  if (!one) throw new ShopError('NOT_FOUND')
  const refund = await inTransaction(deps, (tx) => receive(services, tx, one, receipt))
  return refund && settleRefund(services, refund)
}

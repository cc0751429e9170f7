import type { Kysely } from 'kysely'
import { lockedOrder, receivedDayOf } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { paidParts } from '#pricing/rules/refund-lines.ts'
import type { PaidPart } from '#pricing/rules/refund-lines.ts'
import { leftPartsOf } from '#payment/refund/server/refunds.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { withdrawalOf } from '#withdrawal/server/withdrawals.ts'
import { lastSendDay, returnDays } from '../rules/return-policy.ts'
import { unitsNotHeld } from '../rules/problem-offer.ts'
import { returnOffer } from '../rules/return-offer.ts'
import type { TakenLine } from '../rules/taken-units.ts'
import type {
  NoReturn,
  ReturnableShipment,
  ReturnedLine,
  ReturnOffer,
  ReturnReason,
} from '../rules/return-offer.ts'
import { selectProblemsOf } from './problem-store.ts'
import {
  endReturn,
  eraseReturnTexts,
  insertReturn,
  selectCanceledAt,
  selectExpectedReturns,
  selectReturn,
  selectReturnByNumber,
  selectReturnsOf,
  selectReturnsOfAccount,
} from './return-store.ts'
import type { OrderReturn } from './return-store.ts'
import { wantReturnVoid } from './return-label-store.ts'
import { wantReturnLabel } from './return-labels.ts'
import type { ReturnServices } from './return-labels.ts'

export type { OrderReturn } from './return-store.ts'
export {
  eraseReturnTexts,
  selectReturn as returnById,
  selectReturnByNumber as returnByNumber,
  selectReturnsOf as returnsOf,
  selectReturnsOfAccount as returnsOfAccount,
  selectExpectedReturns as expectedReturns,
  selectCanceledAt as returnsCanceledAt,
}
export { processReturnLabels } from './return-labels.ts'
export type { ReturnServices } from './return-labels.ts'
export { recordReturnScan } from './return-expiry.ts'
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
  returned: 'Everything in this order is already returned, refunded or reported.',
} as const satisfies Record<NoReturn, string>

const refused = (reason: NoReturn): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: returnRefusals[reason], data: { reason } })

const found = (one: OrderReturn | null): OrderReturn => {
  if (!one) throw new ShopError('NOT_FOUND')
  return one
}

/** What a return takes from the offer: what came, or what is to come. */
export const takenBy = ({ state, lines }: OrderReturn): readonly ReturnedLine[] =>
  state === 'canceled' || state === 'expired'
    ? []
    : lines.map(({ position, quantity, receivedQuantity }) => ({
        position,
        quantity: receivedQuantity ?? quantity,
      }))

/** What was sent of an order, also again, and when it counts as received. */
const returnableShipmentsOf = async (db: Kysely<Database>, order: Order): Promise<ReturnableShipment[]> =>
  ((await shipmentsOf(db, [order.id])).get(order.id) ?? []).map((shipment) => ({
    state: shipment.state,
    isReship: shipment.isReship,
    receivedOn: receivedDayOf(order, shipment),
    items: shipment.items.map(({ position, lineQuantity }) => ({ position, quantity: lineQuantity })),
  }))

/** The same without what was sent again: for what it was paid. */
export const soldShipmentsOf = async (db: Kysely<Database>, order: Order): Promise<ReturnableShipment[]> =>
  (await returnableShipmentsOf(db, order)).filter(({ isReship }) => !isReship)

const takenOn = (lines: readonly ReturnedLine[], at: Temporal.Instant, isMissing: boolean): TakenLine[] =>
  lines.map((line) => ({ ...line, on: dateIn(at, brand.timeZone), isMissing }))

/** What can be returned of an order now. */
export const returnOfferFor = async (
  db: Kysely<Database>,
  order: Order,
  now: Temporal.Instant,
): Promise<ReturnOffer> => {
  const returns = await selectReturnsOf(db, order.id)
  return returnOffer({
    kind: order.kind,
    isFullyRefunded: order.refundedCents >= order.totals.totalCents,
    isWithdrawn: (await withdrawalOf(db, order.id)) !== null,
    shipments: await returnableShipmentsOf(db, order),
    returned: [
      ...returns.flatMap((one) => takenOn(takenBy(one), one.requestedAt, false)),
      ...(await selectProblemsOf(db, order.id)).flatMap((one) =>
        takenOn(unitsNotHeld([one]), one.reportedAt, one.kind === 'missing'),
      ),
    ],
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
const checkLines = (requested: readonly ReturnedLine[], offered: readonly ReturnedLine[]): void => {
  const isPossible = ({ position, quantity }: ReturnedLine): boolean =>
    quantity <= (offered.find((line) => line.position === position)?.quantity ?? 0)
  const isOnce = new Set(requested.map(({ position }) => position)).size === requested.length
  if (requested.length === 0 || !isOnce || !requested.every(isPossible))
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

export const refusedAs = (reason: keyof typeof notNow): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: notNow[reason], data: { reason } })

export const isUnderWay = ({ label }: OrderReturn): boolean => (label?.travel ?? null) !== null

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

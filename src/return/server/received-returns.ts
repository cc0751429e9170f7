import { lockPayer, lockedOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { ReceivedLine } from '#order/rules/arrival.ts'
import { paidParts, unitsLeft } from '#pricing/rules/refund-lines.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { DecidedRefund, GivenRefund } from '#payment/refund/rules/refund.ts'
import { leftPartsOf, openRefund, previewRefund, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { isOnItsWay } from '#shipment/rules/shipment-state.ts'
import { restockReturned } from '#withdrawal/server/withdrawals.ts'
import { unitsInProblems } from '../rules/problem-offer.ts'
import { sumsByPosition } from '../rules/return-offer.ts'
import type { ReturnedLine } from '../rules/return-offer.ts'
import { receiptProblem, receivableLines, returnedLines } from '../rules/received-lines.ts'
import { selectProblemsOf } from './problem-store.ts'
import { wantReturnVoid } from './return-label-store.ts'
import {
  endReturn,
  selectReturn,
  selectReturnByNumber,
  selectReturnsOf,
  upsertReceived,
} from './return-store.ts'
import type { OrderReturn, ReturnState } from './return-store.ts'
import { isUnderWay, refusedAs, soldShipmentsOf, takenBy } from './returns.ts'

/** The contents of a returned package, as counted by the person who opened it. */
export interface Receipt {
  readonly number: string
  readonly contents:
    | { readonly kind: 'announced'; readonly isRestocked: boolean }
    | { readonly kind: 'counted'; readonly lines: readonly ReceivedLine[] }
  /** Contents that do not belong to the order, in the team's words. */
  readonly otherContents: string | null
  /** For the buyer: on the credit note and in the mail. */
  readonly message: string | null
}

/** A package may arrive late, or after its buyer has canceled the return. */
const checkAwaited = (one: OrderReturn): void => {
  const mayCome: readonly ReturnState[] = isUnderWay(one) ? ['expired', 'canceled'] : ['expired']
  if (one.state !== 'requested' && !mayCome.includes(one.state)) throw refusedAs(one.state)
}

type Db = Tx['db'] | AppDeps['database']

/** How many units of each line were sent and are in no other return than this one, and in no report of a problem. */
const linesSent = async (
  db: Db,
  order: Order,
  but: Pick<OrderReturn, 'id' | 'lines'> | null,
): Promise<ReturnedLine[]> => {
  const sent = (await soldShipmentsOf(db, order)).filter(
    ({ state, receivedOn }) => receivedOn !== null || isOnItsWay(state),
  )
  const others = (await selectReturnsOf(db, order.id)).filter(({ id }) => id !== but?.id)
  return receivableLines({
    announced: but?.lines ?? [],
    sent: sent.flatMap(({ items }) => items),
    elsewhere: [...others.flatMap(takenBy), ...unitsInProblems(await selectProblemsOf(db, order.id))],
  })
}

/** What was sent of an order and is in no return: what comes back after a withdrawal. */
export const sentLinesOf = (db: Db, order: Order): Promise<ReturnedLine[]> => linesSent(db, order, null)

/** What has to be sent back after a withdrawal: not the units that were refunded by line. */
export const awaitedLinesOf = async (db: Db, order: Order): Promise<ReturnedLine[]> => {
  const left = await leftPartsOf(db, { orderId: order.id, parts: paidParts(order.lines, order.totals) })
  return (await sentLinesOf(db, order)).map(({ position, quantity }) => ({
    position,
    quantity: Math.min(quantity, left.find((part) => part.position === position)?.quantity ?? 0),
  }))
}

/** All units of lines: for a complete package. */
export const allReceived = (lines: readonly ReturnedLine[], isRestocked: boolean): ReceivedLine[] =>
  lines.map(({ position, quantity }) => ({
    position,
    restocked: isRestocked ? quantity : 0,
    writtenOff: isRestocked ? 0 : quantity,
    note: null,
  }))

/** How many units of each line of the order can be in the package of a return. */
export const receivableOf = (db: Db, order: Order, one: OrderReturn): Promise<ReturnedLine[]> =>
  linesSent(db, order, one)

const receivedOf = async (
  db: Tx['db'],
  order: Order,
  one: OrderReturn,
  { contents }: Receipt,
): Promise<readonly ReceivedLine[]> => {
  if (contents.kind === 'announced') return allReceived(one.lines, contents.isRestocked)
  const names = order.lines.map(({ name }) => name)
  const problem = receiptProblem(contents.lines, await receivableOf(db, order, one), names)
  if (problem !== null) throw new ShopError('VALIDATION_ERROR', { fields: { lines: problem } })
  return contents.lines
}

/** Reads under the lock of the order, and decides: what came, and what is refunded for it; no choice for nothing. */
const gather = async (tx: Tx, found: OrderReturn, receipt: Receipt) => {
  const order = await lockedOrder(tx, found.orderId)
  const one = await selectReturn(tx.db, found.id)
  if (!one) throw new ShopError('NOT_FOUND')
  checkAwaited(one)
  const received = await receivedOf(tx.db, order, one, receipt)
  const payer = await lockPayer(tx, order.id)
  // What was refunded before, by line or by sum, is not refunded again.
  const units = unitsLeft(await leftPartsOf(tx.db, payer), returnedLines(received))
  const choice = units.length > 0 ? ({ kind: 'parts', units, shippingCents: null, sum: null } as const) : null
  return { order, one, received, payer, choice, reason: 'return' as const }
}

const returnNamed = async ({ database }: AppDeps, number: string): Promise<OrderReturn> => {
  const one = await selectReturnByNumber(database, number.toUpperCase())
  if (!one) throw new ShopError('NOT_FOUND')
  return one
}

/** What `receiveReturn` would refund, by the same decision; null for nothing. Writes nothing, and throws as it does. */
export const previewReceipt = async (
  { deps }: PaymentServices,
  receipt: Receipt,
): Promise<{ readonly order: Order; readonly given: GivenRefund | null }> => {
  const found = await returnNamed(deps, receipt.number)
  return inTransaction(deps, async (tx) => {
    const { order, payer, choice, reason } = await gather(tx, found, receipt)
    return { order, given: choice && (await previewRefund(tx, { ...payer, choice, reason })) }
  })
}

interface ReceiptHooks {
  /** Called with what is decided, before it is written; refuses by throwing. */
  readonly approve?: (tx: Tx, order: Order, given: DecidedRefund | null) => Promise<void>
  /** Called last: who did it. */
  readonly also?: (tx: Tx, order: Order, received: readonly ReturnedLine[]) => void
}

const record = async (
  tx: Tx,
  one: OrderReturn,
  received: readonly ReceivedLine[],
  { otherContents, message }: Receipt,
  refundId: string | null,
): Promise<void> => {
  const missing = one.lines
    .filter(({ position }) => received.every((line) => line.position !== position))
    .map(({ position }) => ({ position, restocked: 0, writtenOff: 0, note: null }))
  for (const line of [...received, ...missing]) await upsertReceived(tx, one, line)
  await endReturn(tx, one.id, { state: 'received', refundId, found: { otherContents, message } })
  // It came another way; what was bought may have brought it.
  await wantReturnVoid(tx, one.id, ['wanted'])
  if (refundId === null) tx.publish({ kind: 'return-not-refunded', returnId: one.id })
}

/**
 * A package that came after its return had ended may have what a later return announces: where less is left than that says,
 * it is ended, so that nobody is reminded of a package that is here.
 */
const endOverlapping = async (tx: Tx, order: Order): Promise<void> => {
  const returns = await selectReturnsOf(tx.db, order.id)
  const sent = sumsByPosition((await soldShipmentsOf(tx.db, order)).flatMap(({ items }) => items))
  const came = sumsByPosition(returns.filter(({ state }) => state === 'received').flatMap(takenBy))
  const isLeft = ({ position, quantity }: ReturnedLine): boolean =>
    quantity <= (sent.get(position) ?? 0) - (came.get(position) ?? 0)
  for (const one of returns) {
    if (one.state !== 'requested' || isUnderWay(one) || one.lines.every(isLeft)) continue
    await endReturn(tx, one.id, { state: 'canceled', refundId: null })
    await wantReturnVoid(tx, one.id, ['wanted', 'bought'])
  }
}

const receive = async (
  services: PaymentServices,
  tx: Tx,
  found: OrderReturn,
  receipt: Receipt,
  { approve, also }: ReceiptHooks,
): Promise<Refund | null> => {
  const { order, one, received, payer, choice, reason } = await gather(tx, found, receipt)
  const request = {
    ...payer,
    requestKey: `return:${one.id}`,
    reason,
    note: receipt.message,
    approve: async (given: DecidedRefund) => approve?.(tx, order, given),
  }
  const refund = choice && (await openRefund(tx, { ...request, choice }))
  if (refund === null) await approve?.(tx, order, null)
  await record(tx, one, received, receipt, refund?.id ?? null)
  if (one.state !== 'requested') await endOverlapping(tx, order)
  await restockReturned(services, tx, order, received)
  also?.(tx, order, returnedLines(received))
  return refund
}

/**
 * The package of a return has come: refunds what came back, by the prices of the order, and puts it into stock or writes
 * it off. Null when there was nothing to refund. NOT_FOUND; ACTION_NOT_ALLOWED, with the reason in `data.reason`, when it was
 * received or canceled before; VALIDATION_ERROR on `lines`.
 */
export const receiveReturn = async (
  services: PaymentServices,
  receipt: Receipt,
  hooks: ReceiptHooks = {},
): Promise<Refund | null> => {
  const found = await returnNamed(services.deps, receipt.number)
  const refund = await inTransaction(services.deps, (tx) => receive(services, tx, found, receipt, hooks))
  return refund && settleRefund(services, refund)
}

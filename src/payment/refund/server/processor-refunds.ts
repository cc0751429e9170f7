import type { Tx } from '#platform/app-deps.ts'
import type { Cents } from '#shared/money.ts'
import { leftOnCard, leftToRefund } from '../rules/refund.ts'
import { lockCharge, type Db } from '../../charge/server/charge-store.ts'
import type { ProcessorName, RefundRecord } from '../../processor/server/processor.ts'
import { refundIdIn } from './refund-record.ts'
import type { Refund } from './refund-record.ts'
import {
  endWait,
  markReplaced,
  moveReversed,
  readRefund,
  readRefundsOfOrders,
  readRefundsOfProcessor,
} from './refund-store.ts'
import { openRefund, recordRefundOutcome } from './refunds.ts'
import type { PaidOrder } from './refunds.ts'

export {
  isAnswerMissing,
  readChargeByProcessorId as chargeOfProcessor,
} from '../../charge/server/charge-store.ts'

/** Who paid for an order, for refunds that were made at the processor. */
export type PaidByCard = PaidOrder & { readonly accountId: string }

/** The shop's own refunds that a record of the processor is about: by our key, or those that were recorded from it. */
export const refundsOfRecord = async (
  db: Db,
  name: ProcessorName,
  { idempotencyKey, processorRefund }: RefundRecord,
): Promise<readonly Refund[]> => {
  const id = idempotencyKey === null ? null : refundIdIn(idempotencyKey)
  const ours = id === null ? null : await readRefund(db, id)
  return ours ? [ours] : readRefundsOfProcessor(db, name, processorRefund)
}

/** What the card of an order can still get, less what came as credit in its place; the caller holds the order's lock. Cents. */
export const leftOnCardOf = async (tx: Tx, { orderId, chargeId, paid }: PaidByCard): Promise<Cents> => {
  const charge = chargeId === null ? null : await lockCharge(tx.db, chargeId)
  const refunds = await readRefundsOfOrders(tx.db, [orderId])
  const facts = {
    chargeState: charge?.state ?? null,
    paid,
    refunds,
  }
  return Math.max(0, Math.min(leftOnCard(facts), leftToRefund(facts)))
}

/** Ends the refunds of these orders that wait for a dispute; returns whether there were any. The caller holds the orders' locks. */
export const endWaiting = async (tx: Tx, orderIds: readonly string[]): Promise<boolean> => {
  const waiting = (await readRefundsOfOrders(tx.db, orderIds)).filter(({ state }) => state === 'waiting')
  for (const { id } of waiting) await endWait(tx, id, 'made elsewhere')
  return waiting.length > 0
}

/**
 * Records a refund that was made at the processor, of at most what `leftOnCardOf` says; the same one again changes nothing.
 * It is for the refused refunds of an order of which nothing is left.
 */
export const recordProcessorRefund = async (
  tx: Tx,
  payer: PaidByCard,
  { processorRefund }: RefundRecord,
  cents: Cents,
): Promise<void> => {
  const refund = await openRefund(tx, {
    ...payer,
    requestKey: `dashboard:${processorRefund}:${payer.orderId}`,
    choice: { kind: 'parts', units: [], shippingCents: null, sum: { kind: 'sum', cents } },
    reason: 'dashboard',
    isMade: true,
  })
  await recordRefundOutcome(tx, refund.id, { state: 'refunded', processorRefund })
  if ((await leftOnCardOf(tx, payer)) <= 0) await markReplaced(tx.db, refund, null)
}

/**
 * Records that the bank sent a settled refund back: it counts as refused, and operators decide about it. The part that was
 * given as credit stays with its member, as a separate refund. Again, nothing changes. The caller holds the order's lock.
 */
export const reverseRefund = async (tx: Tx, payer: PaidByCard, refund: Refund): Promise<void> => {
  if (!(await moveReversed(tx.db, refund.id, tx.now))) return
  const { id: refundId, orderId, split, reason, note } = refund
  tx.publish({ kind: 'refund-reversed', refundId, orderId, split })
  if (split.creditCents === 0) return
  const sum = { kind: 'sum', cents: split.creditCents } as const
  const opened = await openRefund(tx, {
    ...payer,
    requestKey: `credit of:${refundId}`,
    choice: { kind: 'parts', units: [], shippingCents: null, sum },
    reason,
    note,
    asCredit: true,
    isMade: true,
  })
  await recordRefundOutcome(tx, opened.id, { state: 'refunded', processorRefund: null }, 'credit is there')
}

import {
  orderCanceled,
  orderPlaced,
  orderShipped,
  orderTaxes,
  refundSettled,
  refundShares,
} from '#ledger/rules/order-journals.ts'
import { issueCreditNote, issueInvoices, issueReversal } from '#invoice/server/invoices.ts'
import { sharesOf } from '#pricing/rules/refund-lines.ts'
import type { RefundContents } from '#pricing/rules/refund-lines.ts'
import { refundedTaxes } from '#pricing/rules/order-tax.ts'
import type { TaxShare } from '#pricing/rules/order-tax.ts'
import { postJournal, postJournals, postReversal, taxLeftOf } from '#ledger/server/journals.ts'
import { brand } from '#shared/brand.ts'
import { storedLocale } from '#shared/locale.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { isFullyRefunded } from '#shipment/rules/shipment-item.ts'
import { claimMissingFromLedger, markInLedger } from './due-orders.ts'
import { addRefunded, lockOrder, subtractRefunded } from './order-store.ts'
import type { Order } from './order-record.ts'
import { addTaxEvent } from './tax-record-store.ts'

/** Posts that orders have shipped, in the transaction that records it. */
export const recordShipped = async (tx: Tx, orders: readonly Order[]): Promise<void> => {
  await postJournals(tx, orders.map(orderShipped))
}

/** Posts that orders were canceled before shipping. */
export const recordCanceled = async (tx: Tx, order: Order): Promise<void> => {
  await postJournals(tx, [orderCanceled(order)])
}

/** A refund that the processor has confirmed. */
export interface SettledRefund extends RefundContents {
  readonly refundId: string
  readonly orderId: string
  readonly split: PaymentSplit
}

/** What each jurisdiction still has of an order's tax, in the order of its tax lines. */
const taxLeft = async (tx: Tx, order: Order): Promise<TaxShare[]> => {
  const left = await taxLeftOf(tx.db, order.id)
  return orderTaxes(order).map(({ jurisdiction }) => ({ jurisdiction, cents: left.get(jurisdiction) ?? 0 }))
}

/**
 * Records a refund in the ledger and issues its credit note, in the transaction that settles it; the same refund again
 * changes nothing. Returns whether the order is fully refunded now. NOT_FOUND for an unknown order; the database
 * refuses more than the order's total.
 */
export const recordRefund = async (
  tx: Tx,
  { refundId, orderId, split, lines, reason }: SettledRefund,
): Promise<{ readonly isFullyRefunded: boolean }> => {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ShopError('NOT_FOUND')
  if (!order.isInLedger) await recordExisting(tx, [order])
  const cents = splitSum(split)
  const shares = lines.length > 0 ? sharesOf(lines) : refundShares(order.totals, order.refundedCents, cents)
  const taxes = refundedTaxes(shares.taxCents, await taxLeft(tx, order))
  const isNew = await postJournal(tx, refundSettled(order, { id: refundId, split, shares, taxes }))
  if (!isNew) return { isFullyRefunded: false }
  const refunded = { ...order, refundedCents: order.refundedCents + cents }
  await addRefunded(tx, orderId, cents, isFullyRefunded(refunded))
  await addTaxEvent(tx, orderId)
  issueCreditNote(tx, order, { refundId, split, shares, taxes, lines, reason })
  return { isFullyRefunded: refunded.refundedCents >= order.totals.totalCents }
}

/**
 * Reverses a refund that the bank sent back: a journal with the opposite postings, and a document that reverses its credit
 * note. In the transaction that records it; the same one again changes nothing.
 */
export const recordReversal = async (
  tx: Tx,
  { refundId, orderId, split }: Pick<SettledRefund, 'refundId' | 'orderId' | 'split'>,
): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ShopError('NOT_FOUND')
  if (!(await postReversal(tx, 'refund-settled', refundId, 'refund-reversed'))) return
  await subtractRefunded(tx, orderId, splitSum(split))
  await addTaxEvent(tx, orderId)
  issueReversal(tx, order, refundId)
}

/** An order from before there was a ledger, recorded in its current state; the rate of its tax was not stored. */
const recordExisting = async (tx: Tx, orders: readonly Order[]): Promise<void> => {
  await postJournals(tx, orders.flatMap(pastJournals))
  await markInLedger(
    tx,
    orders.map(({ id }) => id),
  )
  for (const order of orders)
    issueInvoices(
      tx,
      [{ ...order, taxPercent: null, documentLocale: storedLocale(order.locale) }],
      dateIn(order.placedAt, brand.timeZone),
    )
}

const pastJournals = (order: Order) =>
  order.state === 'shipped' ? [orderPlaced(order), orderShipped(order)] : [orderPlaced(order)]

/** Records orders from before there was a ledger, in batches; returns how many. */
export const backfillLedger = async (deps: AppDeps, batch = 50): Promise<number> => {
  let recorded = 0
  for (;;) {
    const count = await inTransaction(deps, async (tx) => {
      const orders = await claimMissingFromLedger(tx, batch)
      if (orders.length === 0) return 0
      await recordExisting(tx, orders)
      return orders.length
    })
    recorded += count
    if (count < batch) return recorded
  }
}

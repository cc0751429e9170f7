import { z } from 'zod'
import {
  orderCanceled,
  orderPlaced,
  orderShipped,
  refundSettled,
  refundShares,
} from '#ledger/rules/order-journals.ts'
import type { LedgerOrder } from '#ledger/rules/order-journals.ts'
import { issueCreditNote, issueInvoice } from '#invoice/server/invoices.ts'
import type { InvoiceOwner, InvoicedOrder } from '#invoice/server/invoices.ts'
import { postJournal, postJournals } from '#ledger/server/journals.ts'
import { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { ledgerOrder } from '../rules/ledger-order.ts'
import { invoicedOrder } from '../rules/invoiced-order.ts'
import { syncShipmentItems } from './shipment-items.ts'
import { addRefunded, claimMissingFromLedger, lockOrder, markInLedger } from './order-store.ts'
import type { StoredOrder } from './order-store.ts'

const Currency = z.literal('USD')
const Discounts = z.array(z.object({ code: z.string(), reason: z.string(), cents: z.number().int() }))
const Card = z.object({ brand: z.string(), last4: z.string() }).nullable()

/** A stored order as the ledger sees it. */
const ledgerOrderFrom = ({ order, lines }: StoredOrder): LedgerOrder =>
  ledgerOrder({
    id: order.id,
    accountId: order.account_id,
    currency: Currency.parse(order.currency),
    processor: order.processor,
    lines: lines.map((line) => ({
      planCode: line.plan_code,
      quantity: line.quantity,
      unitPriceCents: line.unit_price_cents,
    })),
    discounts: Discounts.parse(order.discounts),
    shippingCents: order.shipping_cents,
    taxCents: order.tax_cents,
    totalCents: order.total_cents,
    creditCents: order.credit_cents,
    shipTo: Address.parse(order.ship_to),
  })

const ownerOf = ({ order }: StoredOrder): InvoiceOwner => ({
  orderId: order.id,
  accountId: order.account_id,
})

/** A stored order as its invoice needs it; the rate of its tax was not stored. */
const invoicedFrom = ({ order, lines }: StoredOrder): InvoicedOrder =>
  invoicedOrder(
    {
      email: order.email,
      shipTo: Address.parse(order.ship_to),
      currency: Currency.parse(order.currency),
      lines: lines.map((line) => ({
        name: line.name,
        quantity: line.quantity,
        unitPriceCents: line.unit_price_cents,
        discountCents: line.discount_cents,
        taxCents: line.tax_cents,
      })),
      discounts: Discounts.parse(order.discounts),
      subtotalCents: order.subtotal_cents,
      discountCents: order.discount_cents,
      shippingMethod: { label: order.shipping_method_label },
      shippingCents: order.shipping_cents,
      taxPercent: null,
      taxCents: order.tax_cents,
      totalCents: order.total_cents,
      creditCents: order.credit_cents,
      card: Card.parse(order.card),
    },
    order.number,
    dateIn(Temporal.Instant.from(order.placed_at), brand.timeZone),
  )

/** Posts that orders have shipped, in the transaction that records it. */
export const recordShipped = async (tx: Tx, orders: readonly StoredOrder[]): Promise<void> => {
  await postJournals(
    tx,
    orders.map((order) => orderShipped(ledgerOrderFrom(order))),
  )
}

/** Posts that orders were canceled before shipping. */
export const recordCanceled = async (tx: Tx, order: StoredOrder): Promise<void> => {
  await postJournals(tx, [orderCanceled(ledgerOrderFrom(order))])
}

/** A refund that the processor has confirmed. */
export interface SettledRefund {
  readonly refundId: string
  readonly orderId: string
  /** All of it. */
  readonly cents: Cents
  /** The part that was given as credit. */
  readonly creditCents: Cents
}

/**
 * Records a refund in the ledger and issues its credit note, in the transaction that settles it; the same refund again
 * changes nothing. Returns whether the order is fully refunded now. NOT_FOUND for an unknown order; the database
 * refuses more than the order's total.
 */
export const recordRefund = async (
  tx: Tx,
  { refundId, orderId, cents, creditCents }: SettledRefund,
): Promise<{ readonly isFullyRefunded: boolean }> => {
  const stored = await lockOrder(tx, orderId)
  if (!stored) throw new ShopError('NOT_FOUND')
  if (!stored.order.is_in_ledger) await recordExisting(tx, [stored])
  const order = ledgerOrderFrom(stored)
  const shares = refundShares(order, stored.order.refunded_cents, cents)
  const isNew = await postJournal(tx, refundSettled(order, { id: refundId, cents, creditCents, ...shares }))
  if (!isNew) return { isFullyRefunded: false }
  const refunded = await addRefunded(tx, orderId, cents)
  await syncShipmentItems(tx, [refunded])
  issueCreditNote(tx, ownerOf(stored), { refundId, creditCents, ...shares })
  return { isFullyRefunded: refunded.refunded_cents >= refunded.total_cents }
}

/** An order from before there was a ledger, recorded in its current state. */
const recordExisting = async (tx: Tx, orders: readonly StoredOrder[]): Promise<void> => {
  await postJournals(tx, orders.flatMap(pastJournals))
  await markInLedger(
    tx,
    orders.map(({ order }) => order.id),
  )
  for (const stored of orders) issueInvoice(tx, ownerOf(stored), invoicedFrom(stored))
}

const pastJournals = (stored: StoredOrder) => {
  const order = ledgerOrderFrom(stored)
  return stored.order.state === 'shipped' ? [orderPlaced(order), orderShipped(order)] : [orderPlaced(order)]
}

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

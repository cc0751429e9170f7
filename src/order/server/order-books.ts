import { z } from 'zod'
import {
  orderCanceled,
  orderPlaced,
  orderShipped,
  refundSettled,
  refundShares,
} from '#ledger/rules/order-journals.ts'
import type { BookedOrder } from '#ledger/rules/order-journals.ts'
import { postJournals } from '#ledger/server/journals.ts'
import { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { bookedOrder } from '../rules/booked-order.ts'
import { addRefunded, claimUnbooked, lockOrder, markBooked } from './order-store.ts'
import type { StoredOrder } from './order-store.ts'

const Currency = z.literal('USD')
const Discounts = z.array(z.object({ code: z.string(), cents: z.number().int() }))

/** A stored order as the ledger sees it. */
const bookedFrom = ({ order, lines }: StoredOrder): BookedOrder =>
  bookedOrder({
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
    shipTo: Address.parse(order.ship_to),
  })

/** Posts that parcels have left, in the transaction that says so. */
export const bookShipped = async (work: Work, orders: readonly StoredOrder[]): Promise<void> => {
  await postJournals(
    work,
    orders.map((order) => orderShipped(bookedFrom(order))),
  )
}

/** Posts that no parcel will leave. */
export const bookCanceled = async (work: Work, order: StoredOrder): Promise<void> => {
  await postJournals(work, [orderCanceled(bookedFrom(order))])
}

/** A refund that the processor has confirmed. */
export interface SettledRefund {
  readonly refundId: string
  readonly orderId: string
  readonly cents: Cents
}

/**
 * Books a refund in the transaction that settles it; the same refund again changes nothing. NOT_FOUND for an unknown
 * order; the database refuses more than the order's total.
 */
export const bookRefund = async (work: Work, { refundId, orderId, cents }: SettledRefund): Promise<void> => {
  const stored = await lockOrder(work, orderId)
  if (!stored) throw new ShopError('NOT_FOUND')
  const order = bookedFrom(stored)
  const shares = refundShares(order, stored.order.refunded_cents, cents)
  const isNew = await postJournals(work, [refundSettled(order, { id: refundId, cents, ...shares })])
  if (isNew) await addRefunded(work, orderId, cents)
}

const journalsSoFar = (stored: StoredOrder) => {
  const order = bookedFrom(stored)
  return stored.order.state === 'shipped' ? [orderPlaced(order), orderShipped(order)] : [orderPlaced(order)]
}

/** Takes orders from before there were books into them, in batches; answers how many. */
export const bookMissing = async (world: World, batch = 50): Promise<number> => {
  let booked = 0
  for (;;) {
    const count = await inTransaction(world, async (work) => {
      const orders = await claimUnbooked(work, batch)
      if (orders.length === 0) return 0
      await postJournals(work, orders.flatMap(journalsSoFar))
      await markBooked(
        work,
        orders.map(({ order }) => order.id),
      )
      return orders.length
    })
    booked += count
    if (count < batch) return booked
  }
}

import type { Kysely } from 'kysely'
import { itemStateOf } from '#shipment/rules/shipment-item.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Database } from '#platform/schema.ts'
import { selectLatestOfSubscriptions } from './order-store.ts'

/** One that waits to be packed, one that was canceled meanwhile, and the one before. */
const lookedAt = 3

/**
 * When the latest shipment of each of these subscriptions was sent, by subscription, in two statements however many
 * orders they have had. None before the first, and none when the latest orders were all refunded.
 */
export const lastShippedOf = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, Temporal.Instant>> => {
  const orders = await selectLatestOfSubscriptions(db, subscriptionIds, lookedAt)
  const shipments = await shipmentsOf(db, [...new Set(orders.map(({ orderId }) => orderId))])
  const sent = orders.flatMap(({ subscriptionId, orderId, position, totalCents, refundedCents }) => {
    const refunded = { totals: { totalCents }, refundedCents }
    return (shipments.get(orderId) ?? [])
      .filter(({ isReship, items }) => !isReship && items.some((item) => item.position === position))
      .flatMap(({ state, shippedAt }) =>
        shippedAt !== null && itemStateOf(state, refunded) === 'shipped'
          ? [{ subscriptionId, shippedAt }]
          : [],
      )
  })
  const oldestFirst = sent.toSorted((a, b) => Temporal.Instant.compare(a.shippedAt, b.shippedAt))
  return new Map(oldestFirst.map(({ subscriptionId, shippedAt }) => [subscriptionId, shippedAt]))
}

import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import { brokenDeliveriesOf, deliveryStateOf } from '../rules/delivery.ts'
import type { OrderStanding } from '../rules/delivery.ts'
import { selectDeliveries, updateDeliveries } from './delivery-store.ts'
import { selectOrdersAfter, withLines } from './order-store.ts'
import type { OrderRow } from './order-store.ts'

const standingOf = (order: OrderRow): OrderStanding => ({
  state: order.state,
  totalCents: order.total_cents,
  refundedCents: order.refunded_cents,
})

/** Deliveries stand as their orders do: told by whoever ships, cancels or gives back, in the same transaction. */
export const followOrders = async (
  work: Work,
  orders: readonly OrderRow[],
  { hasShippedNow = false }: { readonly hasShippedNow?: boolean } = {},
): Promise<void> => {
  const byState = Map.groupBy(orders, (order) => deliveryStateOf(standingOf(order)))
  for (const [state, moved] of byState) {
    const ids = moved.map(({ id }) => id)
    await updateDeliveries(work, ids, state, hasShippedNow)
  }
}

const batchSize = 500

/** A sentence for each order whose paid units are not delivered, owed or given back. */
export const brokenDeliveries = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const broken: string[] = []
  let after: string | null = null
  for (;;) {
    const orders: OrderRow[] = await selectOrdersAfter(db, after, batchSize)
    if (orders.length === 0) return broken
    const deliveries = await selectDeliveries(
      db,
      orders.map(({ id }) => id),
    )
    for (const { order, lines } of await withLines(db, orders)) {
      const delivered = { number: order.number, lines, deliveries: deliveries.get(order.id) ?? [] }
      broken.push(...brokenDeliveriesOf({ ...standingOf(order), ...delivered }))
    }
    after = orders.at(-1)?.id ?? null
  }
}

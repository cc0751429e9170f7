import type { Kysely } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import type { DateRange } from '#shared/date-range.ts'
import { dateIn } from '#shared/dates.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { itemStateOf } from '#shipment/rules/shipment-item.ts'
import { orderReceivedDay, receivedDay, orderArrival, shipmentArrival } from '../rules/arrival.ts'
import type { Order } from './order-record.ts'
import { selectLatestOfSubscriptions } from './order-store.ts'

type ShippedOrder = Pick<Order, 'ships' | 'shipping' | 'shipTo'>

/** When a shipment of an order arrives, as far as is known now. */
export const arrivalOf = (
  { ships, shipping, shipTo }: ShippedOrder,
  { state, shippedAt, expectedOn, shipTo: ownShipTo }: Shipment,
  now: Temporal.Instant,
): DateRange | null => {
  const route = { methodCode: shipping.code, country: (ownShipTo ?? shipTo).country }
  const shippedOn = shippedAt && dateIn(shippedAt, brand.timeZone)
  return shipmentArrival({ state, ships, shippedOn, expectedOn }, route, dateIn(now, brand.timeZone))
}

/** The day on which a shipment of an order counts as received; null while it is not. */
export const receivedDayOf = (
  { shipping, shipTo }: Pick<Order, 'shipping' | 'shipTo'>,
  { state, shippedAt, deliveredAt, expectedOn, shipTo: ownShipTo }: Shipment,
): Temporal.PlainDate | null => {
  const route = { methodCode: shipping.code, country: (ownShipTo ?? shipTo).country }
  const shippedOn = shippedAt && dateIn(shippedAt, brand.timeZone)
  const deliveredOn = deliveredAt && dateIn(deliveredAt, brand.timeZone)
  return receivedDay({ state, shippedOn, expectedOn, deliveredOn }, route)
}

/** The day on which the last of an order counts as received, read now; null while something of it is not. */
export const orderReceivedOn = async (
  db: Kysely<Database>,
  order: Pick<Order, 'id' | 'shipping' | 'shipTo'>,
): Promise<Temporal.PlainDate | null> => {
  const shipments = (await shipmentsOf(db, [order.id])).get(order.id) ?? []
  return orderReceivedDay(
    shipments.map((shipment) => ({ state: shipment.state, receivedOn: receivedDayOf(order, shipment) })),
  )
}

/** When an order arrives, from the first of these shipments to the last. */
export const arrivalOfOrder = (
  order: ShippedOrder,
  shipments: readonly Shipment[],
  now: Temporal.Instant,
): DateRange | null => orderArrival(shipments.map((shipment) => arrivalOf(order, shipment, now)))

type ReadOrder = ShippedOrder & Pick<Order, 'id'>

/** The same for orders whose shipments are read now. */
export const currentArrivals = async <One extends ReadOrder>(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  orders: readonly One[],
): Promise<ReadonlyMap<One, DateRange | null>> => {
  const ids = orders.map(({ id }) => id)
  const shipments = await shipmentsOf(database, ids)
  const now = clock.now()
  return new Map(orders.map((order) => [order, arrivalOfOrder(order, shipments.get(order.id) ?? [], now)]))
}

/** As `currentArrivals`, for one. */
export const currentArrival = async (
  deps: Pick<AppDeps, 'database' | 'clock'>,
  order: ReadOrder,
): Promise<DateRange | null> => (await currentArrivals(deps, [order])).get(order) ?? null

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

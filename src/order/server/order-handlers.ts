import * as endpoints from '../endpoints.ts'
import type { Order as WireOrder, OrderWithRefunds, orderAgain } from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { changeCart } from '#cart/server/carts.ts'
import type { CartServices } from '#cart/server/carts.ts'
import { refundReasonText } from '#payment/refund/rules/refund.ts'
import { refundRowName, refundRows } from '#pricing/rules/refund-target.ts'
import type { RefundLine } from '#pricing/rules/refund-lines.ts'
import { refundLinesOf, refundsOf } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import { listPart } from '#shared/list-part.ts'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import {
  confirmOrder,
  findOrder,
  orderOf,
  partOfOrders,
  unconfirmedOrdersOf,
  lookedUpOrder,
} from './orders.ts'
import type { Order } from './orders.ts'
import { memberOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { wireLine } from '#pricing/rules/line-amounts.ts'
import { taxEstimateOf, wireTaxes } from '#pricing/rules/tax-lines.ts'
import { wireTotals } from '#pricing/rules/totals.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { wireRange } from '#shared/date-range.ts'
import { reorder } from '#cart/rules/reorder.ts'
import type { LeftOutReason, Reorder } from '#cart/rules/reorder.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { arrivalOfOrder } from './arrivals.ts'
import { trackingOf, wireShipment, wireShipmentItems } from './wire-shipments.ts'

const stateOf = ({ state }: Refund): OrderWithRefunds['refunds'][number]['state'] => {
  switch (state) {
    case 'refunded':
      return 'refunded'
    case 'refused':
      return 'refused'
    case 'waiting':
    case 'intended':
    case 'unknown':
    case 'pending':
      return 'pending'
    default:
      return state satisfies never
  }
}

const wireOrderLine = (line: Order['lines'][number], currency: Currency) => {
  const { subtotal: _, ...amounts } = wireLine(line, currency)
  return {
    plan_code: line.planCode,
    name: line.name,
    quantity: line.quantity,
    ...amounts,
    subscription_id: line.subscriptionId,
  }
}

const wireOrder = (order: Order, shipments: readonly Shipment[], now: Temporal.Instant): WireOrder => {
  const arrives = arrivalOfOrder(order, shipments, now)
  return {
    id: order.id,
    number: order.number,
    kind: order.kind,
    state: order.state,
    placed_at: order.placedAt.toString(),
    ship_on: order.ships?.from.toString() ?? null,
    ship_until: order.ships?.until.toString() ?? null,
    arrives: arrives && wireRange(arrives),
    shipped_at: order.shippedAt?.toString() ?? null,
    canceled_at: order.canceledAt?.toString() ?? null,
    tracking: trackingOf(shipments),
    email: order.email,
    currency: order.currency,
    lines: order.lines.map((line) => wireOrderLine(line, order.currency)),
    shipments: shipments.map((shipment) => wireShipment(order, shipment, now)),
    shipment_items: wireShipmentItems(order, shipments),
    discounts: order.discounts.map(({ code, reason, cents }) => ({
      code,
      reason,
      amount: wirePrice(cents, order.currency),
    })),
    ...wireTotals(order.totals, order.currency),
    taxes: [...wireTaxes(order)],
    tax_estimate: taxEstimateOf(order.tax),
    shipping_method: order.shipping.label,
    refunded: wirePrice(order.refundedCents, order.currency),
    // Only the recipient of a gift knows where it goes.
    address: (order.kind === 'gift' ? null : shipments.at(-1)?.shipTo) ?? order.shipTo,
    card: order.card,
    terms: order.terms,
  }
}

/** Orders in the form of the wire, with their shipments; for the endpoints and for the member's download. */
export const wireOrders = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  orders: readonly Order[],
): Promise<WireOrder[]> => {
  const ids = orders.map(({ id }) => id)
  const shipments = await shipmentsOf(database, ids)
  return orders.map((order) => wireOrder(order, shipments.get(order.id) ?? [], clock.now()))
}

const wireRefund = (
  order: Order,
  refund: Refund,
  lines: readonly RefundLine[],
): OrderWithRefunds['refunds'][number] => ({
  amount: wirePrice(refund.split.cardCents, refund.currency),
  credit: wirePrice(refund.split.creditCents, refund.currency),
  state: stateOf(refund),
  requested_at: refund.requestedAt.toString(),
  reason: refundReasonText(refund.reason, refund.note),
  lines: refundRows(lines).map((row) => ({
    name: refundRowName(row, order.lines),
    amount: wirePrice(row.goodsCents + row.taxCents, refund.currency),
  })),
})

/** A refused refund that was replaced is represented by its replacement only. */
const withRefunds = async ({ database, clock }: AppDeps, order: Order): Promise<OrderWithRefunds> => {
  const refunds = (await refundsOf(database, [order.id])).filter(({ replacedBy }) => replacedBy === null)
  const lines = await refundLinesOf(
    database,
    refunds.map(({ id }) => id),
  )
  return {
    ...wireOrder(order, (await shipmentsOf(database, [order.id])).get(order.id) ?? [], clock.now()),
    refunds: refunds.map((refund) => wireRefund(order, refund, lines.get(refund.id) ?? [])),
  }
}

const messages: Readonly<Record<LeftOutReason, string>> = {
  'not-sold': 'It’s no longer sold.',
  country: 'It’s not sold in your country.',
  limit: 'You’ve reached the limit for one order.',
  refill: 'Refills are ordered on their own.',
}

/** Puts what is still sold of an order into the visitor's cart, at the prices of today. */
const createReorder =
  (carts: CartServices): Handler<typeof orderAgain> =>
  async (context, lookup) => {
    const order = await lookedUpOrder(carts.deps, context, lookup)
    const known = await listPlans(carts.deps, defaultCurrency)
    // A transaction that met another one runs again; its last run counts.
    const runs: Reorder[] = []
    await changeCart(carts, context, ({ cart, draft }, plans) => {
      const again = reorder(cart, order.lines, { plans, country: context.country })
      runs.push(again)
      return { cart: again.cart, draft }
    })
    const { inCart = [], leftOut = [], removed = [] } = runs.at(-1) ?? {}
    return {
      in_cart: inCart.map(({ name, quantity }) => ({ name, quantity })),
      left_out: leftOut.map(({ name, quantity, reason }) => ({
        name,
        quantity,
        reason,
        message: messages[reason],
      })),
      removed: removed.map((code) => known.get(code)?.name ?? code),
    }
  }

/** The order endpoints of §7 and of the member's pages. */
const createOrderHandlers = (deps: AppDeps, carts: CartServices): HandlersFor<typeof endpoints> => ({
  orderAgain: createReorder(carts),
  listOrders: async (context, { after, subscription: subscriptionId, limit }) => {
    const { accountId } = memberOf(context)
    const read = await partOfOrders(deps.database, accountId, { after, subscriptionId, limit: limit + 1 })
    const { shown, next } = listPart(read, limit)
    return { orders: await wireOrders(deps, shown), next }
  },
  listUnconfirmedOrders: async (context) => ({
    orders: (await unconfirmedOrdersOf(deps.database, memberOf(context).accountId)).map((order) => ({
      number: order.number,
      placed_at: order.placedAt.toString(),
      total: wirePrice(order.totals.totalCents, order.currency),
      currency: order.currency,
    })),
  }),
  confirmOrder: async (context, { number }) => {
    await inTransaction(deps, (tx) => confirmOrder(tx, memberOf(context).accountId, number))
    return { success: true }
  },
  viewOrder: async (context, { number }) =>
    withRefunds(deps, await orderOf(deps.database, memberOf(context).accountId, number)),
  findGuestOrder: async (_context, { number, email }) =>
    withRefunds(deps, await findOrder(deps.database, number, email)),
})

/** The endpoints of orders. */
export const orderRoutes = (carts: CartServices): readonly Route[] =>
  routes(endpoints, createOrderHandlers(carts.deps, carts))

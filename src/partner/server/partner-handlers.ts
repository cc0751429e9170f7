import { readCatalogue } from '#catalogue/server/plans.ts'
import { handOver, orderByNumber } from '#order/server/orders.ts'
import { isOpen } from '#shipment/rules/shipment-state.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { partnerOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import { createShipmentListHandlers } from './shipment-handlers.ts'
import {
  codeCursor,
  idCursor,
  noSuchPlace,
  placeIn,
  readCodeCursor,
  readIdCursor,
  readTimeCursor,
  timeCursor,
} from './cursors.ts'
import { wirePartnerOrder, wirePartnerSubscription } from './partner-order-record.ts'
import type { PartnerOrder } from '../rules/partner-order.ts'
import {
  selectPartnerOrder,
  selectPartnerOrders,
  selectPartnerSubscription,
  selectPartnerSubscriptions,
} from './partner-read-store.ts'

type Handlers = HandlersFor<typeof endpoints>

/** A page of one row more than it shows, and the place of its last row when there are more. */
const pageOf = <Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string) => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

const orderOf = async ({ database }: AppDeps, number: string): Promise<PartnerOrder> => {
  const row = await selectPartnerOrder(database, number.toUpperCase())
  if (row === null) throw new ShopError('NOT_FOUND')
  return wirePartnerOrder(row)
}

const createOrderHandlers = (
  deps: AppDeps,
): Pick<Handlers, 'listPartnerOrders' | 'viewPartnerOrder' | 'viewPartnerAddresses'> => ({
  listPartnerOrders: async (_context, { limit, after, state }) => {
    const place = placeIn(after, readTimeCursor)
    const rows = await selectPartnerOrders(deps.database, { state, after: place, limit: limit + 1 })
    const { shown, next } = pageOf(rows, limit, ({ placed_at: at, id }) => timeCursor({ at, id }))
    return { orders: shown.map(wirePartnerOrder), next }
  },
  viewPartnerOrder: (_context, { number }) => orderOf(deps, number),
  viewPartnerAddresses: async (_context, { number }) => {
    const { id, state, shipTo } = await orderByNumber(deps.database, number)
    const shipments = (await shipmentsOf(deps.database, [id])).get(id) ?? []
    const waiting = state === 'canceled' ? [] : shipments.filter((one) => isOpen(one.state))
    return { shipments: waiting.map((one) => ({ id: one.id, address: one.shipTo ?? shipTo })) }
  },
})

const createShipHandler =
  (deps: AppDeps): Handlers['shipPartnerOrder'] =>
  async (context, { number, carrier, tracking, units }) => {
    const actor = partnerOf(context)
    const { lines } = await orderByNumber(deps.database, number)
    const wanted = units.map(({ position, quantity }) => {
      const line = lines[position]
      if (!line) throw new ShopError('VALIDATION_ERROR', { fields: { units: 'The order has no such line.' } })
      return { sku: line.planCode, quantity }
    })
    const handed = {
      order: number,
      carrier,
      tracking,
      service: null,
      lines: wanted.length === 0 ? null : wanted,
      weightGrams: null,
    }
    await handOver(deps, handed, 'partner', (tx, order) =>
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        {
          action: 'order.shipped',
          subject: `order:${order.number}`,
          accountId: order.accountId,
          after: { carrier, tracking, [actor.credential]: actor.programId },
        },
      ),
    )
    return orderOf(deps, number)
  }

const createSubscriptionHandlers = (
  deps: AppDeps,
): Pick<Handlers, 'listPartnerSubscriptions' | 'viewPartnerSubscription'> => ({
  listPartnerSubscriptions: async (_context, { limit, after, state }) => {
    const place = placeIn(after, readIdCursor)
    const rows = await selectPartnerSubscriptions(deps.database, { state, after: place, limit: limit + 1 })
    const { shown, next } = pageOf(rows, limit, ({ id }) => idCursor(id))
    return { subscriptions: shown.map(wirePartnerSubscription), next }
  },
  viewPartnerSubscription: async (_context, { id }) => {
    const row = await selectPartnerSubscription(deps.database, id)
    if (row === null) throw new ShopError('NOT_FOUND')
    return wirePartnerSubscription(row)
  },
})

const createProductHandler =
  (deps: AppDeps): Handlers['listPartnerProducts'] =>
  async (_context, { limit, after }) => {
    const catalogue = await readCatalogue(deps)
    const plans = [...catalogue.in(defaultCurrency).values()]
    const place = placeIn(after, readCodeCursor)
    const position = place === null ? 0 : plans.findIndex(({ code }) => code === place) + 1
    // A plan that is not offered any more: the list would begin again, and never end.
    if (place !== null && position === 0) throw noSuchPlace()
    const rows = plans.slice(position, position + limit + 1)
    const { shown, next } = pageOf(rows, limit, ({ code }) => codeCursor(code))
    const pricesOf = (code: string) =>
      catalogue.offered.flatMap((currency) => {
        const plan = catalogue.in(currency).get(code)
        return plan ? [{ currency, price: wirePrice(plan.priceCents, currency) }] : []
      })
    const products = shown.map((plan) => ({
      plan_code: plan.code,
      name: plan.name,
      stock_product: plan.stockProduct,
      stock_quantity: plan.stockQuantity,
      interval_months: plan.intervalMonths,
      prices: pricesOf(plan.code),
    }))
    return { products, next }
  }

/** The partner API. */
export const partnerRoutes = (deps: AppDeps): readonly Route[] =>
  routes(endpoints, {
    ...createOrderHandlers(deps),
    shipPartnerOrder: createShipHandler(deps),
    ...createSubscriptionHandlers(deps),
    listPartnerProducts: createProductHandler(deps),
    ...createShipmentListHandlers(deps),
  })

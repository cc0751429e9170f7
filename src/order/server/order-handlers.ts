import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { refundsOf } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { wirePrice } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Order, OrderWithRefunds } from '../endpoints.ts'
import { confirmOrder, findOrder, orderOf, ordersOf, unconfirmedOrdersOf } from './orders.ts'
import { memberOf } from '#platform/request-context.ts'

const stateOf = ({ state }: Refund): OrderWithRefunds['refunds'][number]['state'] => {
  switch (state) {
    case 'refunded':
      return 'refunded'
    case 'refused':
      return 'refused'
    case 'intended':
    case 'unknown':
    case 'pending':
      return 'pending'
    default:
      return state satisfies never
  }
}

/** A refused refund that was replaced is represented by its replacement only. */
const withRefunds = async (deps: AppDeps, order: Order): Promise<OrderWithRefunds> => ({
  ...order,
  refunds: (await refundsOf(deps.database, [order.id]))
    .filter(({ replacedBy: madeGoodBy }) => madeGoodBy === null)
    .map((refund) => ({
      amount: wirePrice(refund.cents),
      credit: wirePrice(refund.creditCents),
      state: stateOf(refund),
      requested_at: refund.requestedAt.toString(),
    })),
})

/** The order endpoints of §7 and of the member's pages. */
const createOrderHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  listOrders: async (context) => ({ orders: await ordersOf(deps.database, memberOf(context).accountId) }),
  listUnconfirmedOrders: async (context) => ({
    orders: await unconfirmedOrdersOf(deps.database, memberOf(context).accountId),
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
export const orderRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createOrderHandlers(deps))

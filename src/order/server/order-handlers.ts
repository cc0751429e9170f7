import { refundsOf } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import type { Order, WholeOrder, findGuestOrder, listOrders, viewOrder } from '../calls.ts'
import { findOrder, orderOf, ordersOf } from './orders.ts'

interface OrderHandlers {
  readonly listOrders: Handler<typeof listOrders>
  readonly viewOrder: Handler<typeof viewOrder>
  readonly findGuestOrder: Handler<typeof findGuestOrder>
}

const memberId = (context: CallContext): string => {
  if (context.actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return context.actor.accountId
}

const stateOf = ({ state }: Refund): WholeOrder['money_back'][number]['state'] => {
  switch (state) {
    case 'refunded':
      return 'given'
    case 'refused':
      return 'stopped'
    case 'intended':
    case 'unknown':
    case 'pending':
      return 'under-way'
    default:
      return state satisfies never
  }
}

/** What was refused and then given in another way is told by the latter alone. */
const withMoneyBack = async (world: World, order: Order): Promise<WholeOrder> => ({
  ...order,
  money_back: (await refundsOf(world.database, [order.id]))
    .filter(({ madeGoodBy }) => madeGoodBy === null)
    .map((refund) => ({
      amount: wirePrice(refund.cents),
      credit: wirePrice(refund.creditCents),
      state: stateOf(refund),
      asked_at: refund.askedAt.toString(),
    })),
})

/** The order calls of §7 and of the member's pages. */
export const createOrderHandlers = (world: World): OrderHandlers => ({
  listOrders: async (context) => ({ orders: await ordersOf(world.database, memberId(context)) }),
  viewOrder: async (context, { number }) =>
    withMoneyBack(world, await orderOf(world.database, memberId(context), number)),
  findGuestOrder: async (_context, { number, email }) =>
    withMoneyBack(world, await findOrder(world.database, number, email)),
})

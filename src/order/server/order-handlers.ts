import { refundsOf } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as calls from '../calls.ts'
import type { Order, WholeOrder } from '../calls.ts'
import { confirmOrder, findOrder, orderOf, ordersOf, unconfirmedOrdersOf } from './orders.ts'

interface OrderHandlers {
  readonly listOrders: Handler<typeof calls.listOrders>
  readonly listUnconfirmedOrders: Handler<typeof calls.listUnconfirmedOrders>
  readonly confirmOrder: Handler<typeof calls.confirmOrder>
  readonly viewOrder: Handler<typeof calls.viewOrder>
  readonly findGuestOrder: Handler<typeof calls.findGuestOrder>
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
  listUnconfirmedOrders: async (context) => ({
    orders: await unconfirmedOrdersOf(world.database, memberId(context)),
  }),
  confirmOrder: async (context, { number }) => {
    await inTransaction(world, (work) => confirmOrder(work, memberId(context), number))
    return { success: true }
  },
  viewOrder: async (context, { number }) =>
    withMoneyBack(world, await orderOf(world.database, memberId(context), number)),
  findGuestOrder: async (_context, { number, email }) =>
    withMoneyBack(world, await findOrder(world.database, number, email)),
})

import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import type { findGuestOrder, listOrders, viewOrder } from '../calls.ts'
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

/** The order calls of §7 and of the member's pages. */
export const createOrderHandlers = (world: World): OrderHandlers => ({
  listOrders: async (context) => ({ orders: await ordersOf(world.database, memberId(context)) }),
  viewOrder: (context, { number }) => orderOf(world.database, memberId(context), number),
  findGuestOrder: (_context, { number, email }) => findOrder(world.database, number, email),
})

import type { Kysely } from 'kysely'
import { lookedUpOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { centsOfUnits } from '#pricing/rules/refund-lines.ts'
import { refundById } from '#payment/server/refunds.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import type { Database } from '#platform/schema.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import * as endpoints from '../endpoints.ts'
import type { OrderReturn as WireReturn, viewReturns } from '../endpoints.ts'
import {
  cancelReturn,
  leftOfOrder,
  requestReturn,
  returnOfferFor,
  returnRefusals,
  returnsOf,
} from './returns.ts'
import type { OrderReturn } from './returns.ts'

/** What a return brings, or brought: by its refund once there is one. */
const refundOfReturn = async (db: Kysely<Database>, order: Order, one: OrderReturn): Promise<Cents> => {
  if (one.state === 'canceled') return 0
  if (one.state === 'requested') return centsOfUnits(await leftOfOrder(db, order), one.lines)
  const refund = one.refundId === null ? null : await refundById(db, one.refundId)
  return refund ? splitSum(refund.split) : 0
}

const wireReturn = async (db: Kysely<Database>, order: Order, one: OrderReturn): Promise<WireReturn> => ({
  number: one.number,
  state: one.state,
  requested_at: one.requestedAt.toString(),
  lines: one.lines.map(({ position, quantity, receivedQuantity }) => ({
    name: order.lines[position]?.name ?? '',
    quantity: receivedQuantity ?? quantity,
  })),
  refund: wirePrice(await refundOfReturn(db, order, one)),
})

const createView =
  (deps: AppDeps): Handler<typeof viewReturns> =>
  async (context, lookup) => {
    const { database, clock } = deps
    const order = await lookedUpOrder(deps, context, lookup)
    const offer = await returnOfferFor(database, order, clock.now())
    const returns = await returnsOf(database, order.id)
    const lines = offer.kind === 'none' ? [] : offer.lines
    const left = await leftOfOrder(database, order)
    return {
      number: order.number,
      currency: order.currency,
      until: offer.kind === 'none' ? null : offer.until.toString(),
      refusal: offer.kind === 'none' ? { reason: offer.reason, message: returnRefusals[offer.reason] } : null,
      lines: lines.map(({ position, quantity }) => ({
        position,
        name: order.lines[position]?.name ?? '',
        quantity,
        refund: wirePrice(centsOfUnits(left, [{ position, quantity }])),
      })),
      returns: await Promise.all(returns.map((one) => wireReturn(database, order, one))),
    }
  }

const createReturnHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  viewReturns: createView(deps),
  requestReturn: async (context, { request_id: requestId, reason, lines, ...lookup }) => {
    const order = await lookedUpOrder(deps, context, lookup)
    const one = await requestReturn(deps, { order, requestId, reason, lines })
    return wireReturn(deps.database, order, one)
  },
  cancelReturn: async (context, { return_number: number, ...lookup }) => {
    await cancelReturn(deps, await lookedUpOrder(deps, context, lookup), number)
    return { success: true }
  },
})

/** The endpoints of returns. */
export const returnRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createReturnHandlers(deps))

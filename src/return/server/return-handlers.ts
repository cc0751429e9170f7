import { refundTargetOf } from '#pricing/rules/refund-target.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import type { Kysely } from 'kysely'
import { lookedUpOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { centsOfUnits } from '#pricing/rules/refund-lines.ts'
import { refundById } from '#payment/refund/server/refunds.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import type { Database } from '#platform/schema.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import * as endpoints from '../endpoints.ts'
import type { OrderReturn as WireReturn, viewReturns } from '../endpoints.ts'
import { keyOfLabel, labelFileOf } from './return-label-files.ts'
import { postageOf } from './return-labels.ts'
import type { ReturnLabel } from './return-label-store.ts'
import type { ReturnServices } from './return-labels.ts'
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
  if (one.state === 'canceled' || one.state === 'expired') return 0
  if (one.state === 'requested') return centsOfUnits(await leftOfOrder(db, order), one.lines)
  const refund = one.refundId === null ? null : await refundById(db, one.refundId)
  return refund ? splitSum(refund.split) : 0
}

const labelStates: Partial<Record<ReturnLabel['state'], 'preparing' | 'ready' | 'refused'>> = {
  wanted: 'preparing',
  bought: 'ready',
  refused: 'refused',
}

const wireLabel = (deps: ReturnServices['deps'], { id, state, label }: OrderReturn): WireReturn['label'] => {
  const labelState = label && labelStates[label.state]
  if (state !== 'requested' || !labelState) return null
  const { tracking, trackingUrl } = label
  return { state: labelState, key: keyOfLabel(deps, id), tracking, tracking_url: trackingUrl }
}

const wireReturn = async (
  deps: ReturnServices['deps'],
  order: Order,
  one: OrderReturn,
): Promise<WireReturn> => ({
  number: one.number,
  state: one.state,
  requested_at: one.requestedAt.toString(),
  send_by: one.expiresOn.toString(),
  label: wireLabel(deps, one),
  travel: one.label?.travel ?? null,
  lines: one.lines.map(({ position, quantity, receivedQuantity }) => ({
    name: order.lines[position]?.name ?? '',
    quantity: receivedQuantity ?? quantity,
  })),
  refund: wirePrice(await refundOfReturn(deps.database, order, one), order.currency),
  refund_to: refundTargetOf(paidBy(order.totals)),
  currency: order.currency,
})

const createView =
  (services: ReturnServices): Handler<typeof viewReturns> =>
  async (context, lookup) => {
    const { deps } = services
    const { database, clock } = deps
    const order = await lookedUpOrder(deps, context, lookup)
    const offer = await returnOfferFor(database, order, clock.now())
    const returns = await returnsOf(database, order.id)
    const lines = offer.kind === 'none' ? [] : offer.lines
    const left = await leftOfOrder(database, order)
    return {
      number: order.number,
      currency: order.currency,
      postage: postageOf(services, order),
      until: offer.kind === 'none' ? null : (offer.until?.toString() ?? null),
      refusal: offer.kind === 'none' ? { reason: offer.reason, message: returnRefusals[offer.reason] } : null,
      lines: lines.map(({ position, quantity }) => ({
        position,
        name: order.lines[position]?.name ?? '',
        quantity,
        refund: wirePrice(centsOfUnits(left, [{ position, quantity }]), order.currency),
        currency: order.currency,
      })),
      returns: await Promise.all(returns.map((one) => wireReturn(deps, order, one))),
    }
  }

const createReturnHandlers = (services: ReturnServices): HandlersFor<typeof endpoints> => ({
  viewReturns: createView(services),
  requestReturn: async (context, { request_id: requestId, reason, lines, ...lookup }) => {
    const order = await lookedUpOrder(services.deps, context, lookup)
    const one = await requestReturn(services, { order, requestId, reason, lines })
    return wireReturn(services.deps, order, one)
  },
  cancelReturn: async (context, { return_number: number, ...lookup }) => {
    await cancelReturn(services.deps, await lookedUpOrder(services.deps, context, lookup), number)
    return { success: true }
  },
  viewReturnLabel: async (_context, { key }) => {
    const { number, bytes } = await labelFileOf(services, key)
    return { file_name: `${number}.pdf`, pdf: Buffer.from(bytes).toString('base64') }
  },
})

/** The endpoints of returns. */
export const returnRoutes = (services: ReturnServices): readonly Route[] =>
  routes(endpoints, createReturnHandlers(services))

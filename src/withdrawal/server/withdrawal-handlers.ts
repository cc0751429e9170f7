import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { lookedUpOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { hasWithdrawalRight } from '#location/rules/countries.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { refundTargetOf } from '#pricing/rules/refund-target.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { wirePrice } from '#shared/money.ts'
import type { Handler } from '#platform/request-context.ts'
import type { previewWithdrawal } from '../endpoints.ts'
import { wireChargeInFlight } from '#subscription/renewal/rules/charge-reply.ts'
import { chargesInFlightOf } from '#subscription/server/subscriptions.ts'
import { endsSubscriptions } from '../rules/withdrawal-offer.ts'
import {
  nameOf,
  offerFor,
  refundedFor,
  refused,
  unrefundedCents,
  withdrawOrder,
  withdrawalOf,
} from './withdrawals.ts'

/** What the subscriptions of an order are being charged, where they end with it. */
const chargesInFlight = async (services: PaymentServices, { lines }: Order, ends: boolean) => {
  const ids = ends ? lines.flatMap(({ subscriptionId }) => subscriptionId ?? []) : []
  const charges = await chargesInFlightOf(services.deps.database, ids)
  return [...charges].map(([id, charge]) => ({ subscription_id: id, ...wireChargeInFlight(charge) }))
}

const createPreview =
  (services: PaymentServices): Handler<typeof previewWithdrawal> =>
  async (context, lookup) => {
    const order = await lookedUpOrder(services.deps, context, lookup)
    const { database, clock } = services.deps
    const offer = await offerFor(database, order, clock.now())
    if (await withdrawalOf(database, order.id)) throw refused('canceled')
    if (offer.kind === 'none') throw refused(offer.reason)
    const ends = endsSubscriptions(order, offer.kind)
    return {
      number: order.number,
      kind: offer.kind,
      is_legal_right: hasWithdrawalRight(order.shipTo.country, order.placedAt),
      name: nameOf(order),
      email: order.email,
      lines: order.lines.map(({ name, quantity }) => ({ name, quantity })),
      refund: wirePrice(unrefundedCents(order), order.currency),
      refund_to: refundTargetOf(paidBy(order.totals)),
      currency: order.currency,
      until: offer.kind === 'withdraw' ? (offer.until?.toString() ?? null) : null,
      ends_subscriptions: ends,
      charges_in_flight: await chargesInFlight(services, order, ends),
    }
  }

/** The endpoints of the module. */
const createWithdrawalHandlers = (services: PaymentServices): HandlersFor<typeof endpoints> => ({
  previewWithdrawal: createPreview(services),
  withdraw: async (context, { name, ...lookup }) => {
    const order = await lookedUpOrder(services.deps, context, lookup)
    const withdrawal = await withdrawOrder(services, { order, name: name || nameOf(order) })
    return {
      number: order.number,
      kind: withdrawal.kind,
      state: withdrawal.state,
      received_at: withdrawal.receivedAt.toString(),
      refund: wirePrice(await refundedFor(services.deps.database, withdrawal, order), order.currency),
      refund_to: refundTargetOf(paidBy(order.totals)),
      currency: order.currency,
    }
  },
})

/** The endpoints of canceled and withdrawn orders. */
export const withdrawalRoutes = (services: PaymentServices): readonly Route[] =>
  routes(endpoints, createWithdrawalHandlers(services))

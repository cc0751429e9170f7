import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { wirePrice } from '#shared/money.ts'
import { comingOrders } from '#subscription/renewal/rules/coming-orders.ts'
import { subscriptionsOf } from '#subscription/server/subscriptions.ts'
import type { Subscription, SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import type { ComingOrder } from '../subscription-endpoints.ts'

/** This many orders to come are shown. */
const shown = 6

/** The next orders of a subscription, as they would be charged. */
export const comingOf = ({ id, terms, facts, name, plan }: Subscription): readonly ComingOrder[] => {
  if (facts === null) return []
  const ordersLeft = facts.ending?.ordersLeft ?? null
  return comingOrders({ terms, renewal: facts.renewal, ordersLeft }, shown).map(({ on, price, isLast }) => ({
    subscription_id: id,
    on: on.toString(),
    name,
    product: plan?.productId ?? terms.planCode,
    quantity: terms.quantity,
    currency: price.currency,
    total: wirePrice(price.totals.totalCents, price.currency),
    is_last: isLast,
  }))
}

/** The next orders of a member, of all subscriptions, by day. */
export const comingOrdersOf = async (services: SubscriptionDeps, accountId: string) => {
  const all = (await subscriptionsOf(services, accountId)).flatMap(comingOf)
  return {
    orders: all.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)).slice(0, shown),
    today: dateIn(services.deps.clock.now(), brand.timeZone).toString(),
  }
}

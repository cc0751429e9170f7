import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'
import type { SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { discountName } from '#cart/rules/discount-name.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import type { Order } from '#order/endpoints.ts'
import { parsePrice } from '#shared/money.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import type { MailedOrder, MailedSubscription } from './order-parts.ts'

/** An order as mails describe it. */
export const mailedOrder = (order: Order, plans: Plans): MailedOrder => ({
  number: order.number,
  currency: order.currency,
  lines: order.lines.map((line) => ({
    name: line.name,
    quantity: line.quantity,
    subtotalCents: parsePrice(line.price) * line.quantity,
    preorderNote: order.kind === 'purchase' ? (plans.get(line.plan_code)?.preorderNote ?? null) : null,
  })),
  discounts: order.discounts.map((discount) => ({
    reason: discountName(discount),
    cents: parsePrice(discount.amount),
  })),
  subtotalCents: parsePrice(order.subtotal),
  shippingCents: parsePrice(order.shipping),
  shippingLabel: order.shipping_method,
  taxCents: parsePrice(order.tax),
  totalCents: parsePrice(order.total),
  creditCents: parsePrice(order.credit),
  shipTo: order.address,
  card: order.card,
})

/** A subscription as mails describe it; empty while no order is coming. */
export const mailedSubscription = (subscription: Subscription): MailedSubscription[] => {
  const upcoming = subscription.upcoming_order
  if (upcoming === null) return []
  return [
    {
      name: subscription.plan.name,
      amountCents: parsePrice(upcoming.total),
      intervalMonths: subscription.interval_months,
      nextOn: upcoming.on,
    },
  ]
}

/** The day of an instant on the shop's calendar, as `YYYY-MM-DD`. */
export const dayOf = (instant: string): string =>
  dateIn(Temporal.Instant.from(instant), brand.timeZone).toString()

/** The subscriptions that an order started or renewed. */
export const subscriptionsOfOrder = async (
  services: SubscriptionDeps,
  order: Order,
): Promise<Subscription[]> => {
  const ids = order.lines.flatMap((line) => (line.subscription_id === null ? [] : [line.subscription_id]))
  const found = await Promise.all(ids.map((id) => subscriptionById(services, id)))
  return found.filter((subscription) => subscription !== null)
}

import { z } from 'zod'
import { orderMessageId } from '#analytics/rules/tracking-plan.ts'
import type { EventProperties } from '#analytics/rules/tracking-plan.ts'
import type { DeliveryTools } from '#analytics/server/deliveries.ts'
import { countedAccounts, report, reportEvents } from '#analytics/server/report-events.ts'
import type { Report } from '#analytics/server/report-events.ts'
import { trackedRevenue } from '#cart/rules/tracked-cart.ts'
import type { Order } from '#order/calls.ts'
import { orderById, ownerOfOrder } from '#order/server/orders.ts'
import type { Announcement } from '#shared/announcements.ts'
import type { Work } from '#platform/world.ts'
import { isLive } from '#subscription/rules/subscription-state.ts'
import type { Subscription } from '#subscription/calls.ts'
import type { RenewalTools } from '#subscription/server/renew-due.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'

const Owned = z.object({ accountId: z.uuid(), at: z.string() })
const OfSubscription = Owned.extend({ subscriptionId: z.uuid() })

/** What there is to report: ids and small words; the facts are gathered when the job is done. */
export const Happening = z.discriminatedUnion('what', [
  Owned.extend({ what: z.literal('order'), orderId: z.uuid() }),
  Owned.extend({ what: z.literal('renewal'), orderId: z.uuid() }),
  Owned.extend({ what: z.literal('refund'), orderId: z.uuid(), refundId: z.uuid(), cents: z.int() }),
  OfSubscription.extend({ what: z.literal('refused'), cycle: z.int() }),
  OfSubscription.extend({ what: z.literal('recovered'), orderId: z.uuid() }),
  OfSubscription.extend({ what: z.literal('steered'), changeId: z.uuid(), action: z.string().max(40) }),
])

type Happening = z.output<typeof Happening>

const countedKinds = [
  'order-placed', 'renewal-charged', 'refund-settled', 'renewal-declined', 'renewal-recovered', 'subscription-steered',
] as const // prettier-ignore

type Counted = Extract<Announcement, { readonly kind: (typeof countedKinds)[number] }>

const isCounted = (told: Announcement): told is Counted => countedKinds.some((kind) => kind === told.kind)

/** What an announcement gives to report; null for an order that is gone. */
const happeningOf = async (work: Work, told: Counted): Promise<Happening | null> => {
  const at = work.now.toString()
  switch (told.kind) {
    case 'order-placed':
      return { what: 'order', orderId: told.orderId, accountId: told.accountId, at }
    case 'renewal-charged':
      return { what: 'renewal', orderId: told.orderId, accountId: told.accountId, at }
    case 'refund-settled': {
      const accountId = await ownerOfOrder(work.db, told.orderId)
      const { orderId, refundId, cents } = told
      return accountId === null ? null : { what: 'refund', accountId, orderId, refundId, cents, at }
    }
    case 'renewal-declined':
      return { what: 'refused', ...subscriptionOf(told), cycle: told.cycle, at }
    case 'renewal-recovered':
      return { what: 'recovered', ...subscriptionOf(told), orderId: told.orderId, at }
    case 'subscription-steered':
      return { what: 'steered', ...subscriptionOf(told), changeId: told.changeId, action: told.action, at }
    default:
      return told satisfies never
  }
}

const subscriptionOf = ({ subscriptionId, accountId }: Omit<z.output<typeof OfSubscription>, 'at'>) => ({
  subscriptionId,
  accountId,
})

/** What is to be reported of a transaction: of those members only who allow that somebody learns of it. */
export const happeningsIn = async (
  work: Work,
  announcements: readonly Announcement[],
): Promise<readonly Happening[]> => {
  const happenings: Happening[] = []
  for (const told of announcements.filter(isCounted)) {
    const happening = await happeningOf(work, told)
    if (happening) happenings.push(happening)
  }
  const counted = await countedAccounts(work.db, [...new Set(happenings.map(({ accountId }) => accountId))])
  return happenings.filter(({ accountId }) => counted.has(accountId))
}

const factsOf = (subscription: Subscription) => ({
  subscription_id: subscription.id,
  sku: subscription.planCode,
  quantity: subscription.quantity,
  interval_months: subscription.interval_months,
  price: Number(subscription.price),
  currency: subscription.currency,
})

const orderFacts = (order: Order): EventProperties<'Order Completed'> => ({
  order_id: order.number,
  subtotal: Number(order.subtotal),
  discount: Number(order.discount),
  shipping: Number(order.shipping),
  tax: Number(order.tax),
  total: Number(order.total),
  value: Number(order.total),
  revenue: trackedRevenue(order),
  currency: order.currency,
  products: order.lines.map(({ plan_code: sku, name, price, quantity }) => ({
    sku,
    name,
    price: Number(price),
    quantity,
  })),
})

const renewalReport = async ({ world }: RenewalTools, orderId: string): Promise<readonly Report[]> => {
  const order = await orderById(world.database, orderId)
  return [report('Order Completed', orderMessageId(order.number), { ...orderFacts(order), renewal: true })]
}

const startReports = async (tools: RenewalTools, orderId: string): Promise<readonly Report[]> => {
  const { lines } = await orderById(tools.world.database, orderId)
  const ids = lines.flatMap(({ subscription_id: id }) => (id === null ? [] : [id]))
  const started = await Promise.all(ids.map((id) => subscriptionById(tools, id)))
  return started.flatMap((one) =>
    one ? [report('Subscription Started', `subscription-started-${one.id}`, factsOf(one))] : [],
  )
}

/** What a member's change is called in the plan. */
const nameOfChange = (action: string) => {
  if (action === 'cancel') return 'Subscription Canceled'
  if (action === 'pause') return 'Subscription Paused'
  if (action === 'resume') return 'Subscription Resumed'
  return action === 'reactivate' ? 'Subscription Reactivated' : 'Subscription Changed'
}

/** A subscription that dunning gave up ends by itself. */
const refusedReports = (subscription: Subscription, cycle: number, jobId: string): readonly Report[] => {
  const { subscription_id, sku, price, currency } = factsOf(subscription)
  const failed = report('Payment Failed', `payment-failed-${jobId}`, {
    subscription_id,
    sku,
    value: price,
    currency,
  })
  const end = { ...factsOf(subscription), reason: 'payment' }
  return isLive(subscription.state)
    ? [failed]
    : [failed, report('Subscription Canceled', `subscription-ended-${subscription.id}-${cycle}`, end)]
}

const subscriptionReports = (
  happening: Exclude<Happening, { readonly what: 'order' | 'renewal' | 'refund' }>,
  subscription: Subscription,
  jobId: string,
): readonly Report[] => {
  switch (happening.what) {
    case 'refused':
      return refusedReports(subscription, happening.cycle, jobId)
    case 'recovered': {
      const { subscription_id, sku, price: value, currency } = factsOf(subscription)
      const id = `payment-recovered-${happening.orderId}`
      return [report('Payment Recovered', id, { subscription_id, sku, value, currency })]
    }
    case 'steered': {
      const { action, changeId } = happening
      const id = `subscription-${action === 'undo' ? 'undone' : 'steered'}-${changeId}`
      return [report(nameOfChange(action), id, { ...factsOf(subscription), change: action })]
    }
    default:
      return happening satisfies never
  }
}

const reportsOf = async (
  tools: RenewalTools,
  happening: Happening,
  jobId: string,
): Promise<readonly Report[]> => {
  switch (happening.what) {
    case 'order':
      return startReports(tools, happening.orderId)
    case 'renewal':
      return renewalReport(tools, happening.orderId)
    case 'refund': {
      const { number, currency } = await orderById(tools.world.database, happening.orderId)
      const facts = { order_id: number, value: happening.cents / 100, currency }
      return [report('Order Refunded', `order-refunded-${happening.refundId}`, facts)]
    }
    case 'refused':
    case 'recovered':
    case 'steered': {
      const subscription = await subscriptionById(tools, happening.subscriptionId)
      return subscription ? subscriptionReports(happening, subscription, jobId) : []
    }
    default:
      return happening satisfies never
  }
}

/** What the worker does for what the server has to report. */
export const createEventJobs = (tools: RenewalTools & DeliveryTools) => ({
  'analytics: report': async (happening: Happening, { id }: { readonly id: string }) =>
    reportEvents(tools, happening.accountId, happening.at, await reportsOf(tools, happening, id)),
})

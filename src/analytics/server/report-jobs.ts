import { z } from 'zod'
import { orderMessageId } from '../rules/tracking-plan.ts'
import type { EventProperties } from '../rules/tracking-plan.ts'
import type { DeliveryServices } from './deliveries.ts'
import { accountsWithConsent, report, reportEvents } from './report-events.ts'
import type { Report } from './report-events.ts'
import { orderById, ownerOfOrder } from '#order/server/orders.ts'
import type { DomainEvent } from '#shared/domain-events.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { Tx } from '#platform/app-deps.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'
import type { Order } from '#order/server/orders.ts'
import type { Subscription, SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'

const AccountEvent = z.object({ accountId: z.uuid(), at: z.string() })
const SubscriptionEvent = AccountEvent.extend({ subscriptionId: z.uuid() })

/** A report for analytics: ids and short names; the facts are gathered when the job runs. */
export const AnalyticsEvent = z.discriminatedUnion('what', [
  AccountEvent.extend({ what: z.literal('order'), orderId: z.uuid() }),
  AccountEvent.extend({ what: z.literal('renewal'), orderId: z.uuid() }),
  AccountEvent.extend({ what: z.literal('refund'), orderId: z.uuid(), refundId: z.uuid(), cents: z.int() }),
  SubscriptionEvent.extend({ what: z.literal('refused'), cycle: z.int() }),
  SubscriptionEvent.extend({ what: z.literal('recovered'), orderId: z.uuid() }),
  SubscriptionEvent.extend({ what: z.literal('changed'), changeId: z.uuid(), action: z.string().max(40) }),
])

type AnalyticsEvent = z.output<typeof AnalyticsEvent>

const reportedKinds = [
  'order-placed', 'renewal-charged', 'refund-settled', 'renewal-declined', 'renewal-recovered', 'subscription-terms-changed',
] as const // prettier-ignore

type ReportedEvent = Extract<DomainEvent, { readonly kind: (typeof reportedKinds)[number] }>

const isReported = (domainEvent: DomainEvent): domainEvent is ReportedEvent =>
  reportedKinds.some((kind) => kind === domainEvent.kind)

/** The report of an event; null for an order that is gone. */
const analyticsEventOf = async (tx: Tx, domainEvent: ReportedEvent): Promise<AnalyticsEvent | null> => {
  const at = tx.now.toString()
  switch (domainEvent.kind) {
    case 'order-placed':
      return { what: 'order', orderId: domainEvent.orderId, accountId: domainEvent.accountId, at }
    case 'renewal-charged':
      return { what: 'renewal', orderId: domainEvent.orderId, accountId: domainEvent.accountId, at }
    case 'refund-settled': {
      const accountId = await ownerOfOrder(tx.db, domainEvent.orderId)
      const { orderId, refundId, split } = domainEvent
      return accountId === null
        ? null
        : { what: 'refund', accountId, orderId, refundId, cents: splitSum(split), at }
    }
    case 'renewal-declined':
      return { what: 'refused', ...subscriptionOf(domainEvent), cycle: domainEvent.cycle, at }
    case 'renewal-recovered':
      return { what: 'recovered', ...subscriptionOf(domainEvent), orderId: domainEvent.orderId, at }
    case 'subscription-terms-changed':
      return {
        what: 'changed',
        ...subscriptionOf(domainEvent),
        changeId: domainEvent.changeId,
        action: domainEvent.action,
        at,
      }
    default:
      return domainEvent satisfies never
  }
}

const subscriptionOf = ({ subscriptionId, accountId }: Omit<z.output<typeof SubscriptionEvent>, 'at'>) => ({
  subscriptionId,
  accountId,
})

/** The reports of a transaction: only of members whose consent allows them. */
export const analyticsEventsIn = async (
  tx: Tx,
  domainEvents: readonly DomainEvent[],
): Promise<readonly AnalyticsEvent[]> => {
  const analyticsEvents: AnalyticsEvent[] = []
  for (const domainEvent of domainEvents.filter(isReported)) {
    const analyticsEvent = await analyticsEventOf(tx, domainEvent)
    if (analyticsEvent) analyticsEvents.push(analyticsEvent)
  }
  const allowedAccounts = await accountsWithConsent(tx.db, [
    ...new Set(analyticsEvents.map(({ accountId }) => accountId)),
  ])
  return analyticsEvents.filter(({ accountId }) => allowedAccounts.has(accountId))
}

/** An amount as the tracking plan has it, in whole units of the currency with its decimals. */
const units = (cents: Cents, currency: Currency): number => Number(wirePrice(cents, currency))

const factsOf = ({ id, terms }: Subscription) => ({
  subscription_id: id,
  sku: terms.planCode,
  quantity: terms.quantity,
  interval_months: terms.intervalMonths,
  price: units(terms.unitPriceCents * terms.quantity, terms.currency),
  currency: terms.currency,
})

const orderFacts = ({ number, totals, currency, lines }: Order): EventProperties<'Order Completed'> => ({
  order_id: number,
  subtotal: units(totals.subtotalCents, currency),
  discount: units(totals.discountCents, currency),
  shipping: units(totals.shippingCents, currency),
  tax: units(totals.taxCents, currency),
  total: units(totals.totalCents, currency),
  value: units(totals.totalCents, currency),
  revenue: units(totals.subtotalCents - totals.discountCents, currency),
  currency,
  products: lines.map(({ planCode: sku, name, unitPriceCents, quantity }) => ({
    sku,
    name,
    price: units(unitPriceCents, currency),
    quantity,
  })),
})

const renewalReport = async ({ deps }: SubscriptionDeps, orderId: string): Promise<readonly Report[]> => {
  const order = await orderById(deps.database, orderId)
  return [report('Order Completed', orderMessageId(order.number), { ...orderFacts(order), renewal: true })]
}

const startReports = async (services: SubscriptionDeps, orderId: string): Promise<readonly Report[]> => {
  const { lines } = await orderById(services.deps.database, orderId)
  const ids = lines.flatMap(({ subscriptionId: id }) => (id === null ? [] : [id]))
  const started = await Promise.all(ids.map((id) => subscriptionById(services, id)))
  return started.flatMap((one) =>
    one ? [report('Subscription Started', `subscription-started-${one.id}`, factsOf(one))] : [],
  )
}

/** The name of a member's change in the tracking plan. */
const nameOfChange = (action: string) => {
  if (action === 'cancel') return 'Subscription Canceled'
  if (action === 'pause') return 'Subscription Paused'
  if (action === 'resume') return 'Subscription Resumed'
  return action === 'reactivate' ? 'Subscription Reactivated' : 'Subscription Changed'
}

/** A subscription that dunning gave up ends automatically. */
const refusedReports = (subscription: Subscription, cycle: number, jobId: string): readonly Report[] => {
  const { subscription_id, sku, price, currency } = factsOf(subscription)
  const failed = report('Payment Failed', `payment-failed-${jobId}`, {
    subscription_id,
    sku,
    value: price,
    currency,
  })
  const end = { ...factsOf(subscription), reason: 'payment' }
  return isLive(subscription.terms.state)
    ? [failed]
    : [failed, report('Subscription Canceled', `subscription-ended-${subscription.id}-${cycle}`, end)]
}

const subscriptionReports = (
  analyticsEvent: Exclude<AnalyticsEvent, { readonly what: 'order' | 'renewal' | 'refund' }>,
  subscription: Subscription,
  jobId: string,
): readonly Report[] => {
  switch (analyticsEvent.what) {
    case 'refused':
      return refusedReports(subscription, analyticsEvent.cycle, jobId)
    case 'recovered': {
      const { subscription_id, sku, price: value, currency } = factsOf(subscription)
      const id = `payment-recovered-${analyticsEvent.orderId}`
      return [report('Payment Recovered', id, { subscription_id, sku, value, currency })]
    }
    case 'changed': {
      const { action, changeId } = analyticsEvent
      const id = `subscription-${action === 'undo' ? 'undone' : 'changed'}-${changeId}`
      return [report(nameOfChange(action), id, { ...factsOf(subscription), change: action })]
    }
    default:
      return analyticsEvent satisfies never
  }
}

const reportsOf = async (
  services: SubscriptionDeps,
  analyticsEvent: AnalyticsEvent,
  jobId: string,
): Promise<readonly Report[]> => {
  switch (analyticsEvent.what) {
    case 'order':
      return startReports(services, analyticsEvent.orderId)
    case 'renewal':
      return renewalReport(services, analyticsEvent.orderId)
    case 'refund': {
      const { number, currency } = await orderById(services.deps.database, analyticsEvent.orderId)
      const facts = { order_id: number, value: units(analyticsEvent.cents, currency), currency }
      return [report('Order Refunded', `order-refunded-${analyticsEvent.refundId}`, facts)]
    }
    case 'refused':
    case 'recovered':
    case 'changed': {
      const subscription = await subscriptionById(services, analyticsEvent.subscriptionId)
      return subscription ? subscriptionReports(analyticsEvent, subscription, jobId) : []
    }
    default:
      return analyticsEvent satisfies never
  }
}

/** The jobs for analytics reports. */
export const createEventJobs = (services: SubscriptionDeps & DeliveryServices) => ({
  'analytics: report': async (analyticsEvent: AnalyticsEvent, { id }: { readonly id: string }) =>
    reportEvents(
      services,
      analyticsEvent.accountId,
      analyticsEvent.at,
      await reportsOf(services, analyticsEvent, id),
    ),
})

import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { subscriptionsById, upcomingOrdersOf } from '#subscription/server/subscriptions.ts'
import type { Subscription, SubscriptionDeps } from '#subscription/server/subscriptions.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { currentArrivals, localesOfOrders, ordersById } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { wantMails } from '#account/server/accounts.ts'
import { invoiceLinks } from '#invoice/server/invoices.ts'
import { gathered } from '#platform/gathered.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { MailedOrder, MailedSubscription } from './order-parts.ts'

/** An order as mails describe it. */
export const mailedOrder = (order: Order, plans: Plans): Order & MailedOrder => ({
  ...order,
  lines: order.lines.map((line) => ({
    ...line,
    preorderNote: order.kind === 'purchase' ? (plans.get(line.planCode)?.preorderNote ?? null) : null,
  })),
})

/** A subscription as mails describe it; empty while no order is coming. */
export const mailedSubscription = ({
  name,
  terms,
  upcoming,
}: Pick<Subscription, 'name' | 'terms' | 'upcoming'>): MailedSubscription[] =>
  upcoming === null
    ? []
    : [
        {
          name,
          amountCents: upcoming.price.totals.totalCents,
          intervalMonths: terms.intervalMonths,
          nextOn: upcoming.on.toString(),
        },
      ]

/** The day of an instant on the shop's calendar, as `YYYY-MM-DD`. */
export const dayOf = (instant: Temporal.Instant): string => dateIn(instant, brand.timeZone).toString()

/** The ids of the subscriptions that an order started or renewed. */
const subscriptionIds = ({ lines }: Order): string[] => lines.flatMap(({ subscriptionId: id }) => id ?? [])

export type OrderReads = ReturnType<typeof createOrderReads>

/** Reads what mails say about orders; for the jobs of a batch together. */
export const createOrderReads = (services: SubscriptionDeps) => {
  const { deps } = services
  const orders = gathered((ids: readonly string[]) => ordersById(deps.database, ids))
  const invoices = gathered((ids: readonly string[]) => invoiceLinks(deps, ids))
  const arrivals = gathered((all: readonly Order[]) => currentArrivals(deps, all))
  const locales = gathered((all: readonly Order[]) => localesOfOrders(deps.database, all))
  const upcoming = gathered(async (ids: readonly string[]) => {
    const found = await upcomingOrdersOf(services, ids)
    return new Map(found.map((one) => [one.id, one]))
  })
  const subscriptions = gathered(async (ids: readonly string[]) => {
    const found = await subscriptionsById(services, ids)
    return new Map(found.map((one) => [one.id, one]))
  })
  const wants = gathered((ids: readonly string[]) => wantMails(deps.database, ids, 'renewal-charged'))
  return {
    /** NOT_FOUND is a bug: the job comes from an event of the order. */
    order: async (id: string): Promise<Order> => {
      const order = await orders(id)
      if (!order) throw new ShopError('NOT_FOUND')
      return order
    },
    invoice: async (orderId: string) => (await invoices(orderId)) ?? null,
    arrival: async (order: Order) => (await arrivals(order)) ?? null,
    locale: async (order: Order) => (await locales(order)) ?? defaultLocale,
    wantsRenewalMail: async (accountId: string) => (await wants(accountId)) ?? true,
    /** The first subscription that an order started or renewed. */
    subscription: async (order: Order) => {
      const [id] = subscriptionIds(order)
      return id === undefined ? undefined : subscriptions(id)
    },
    /** What comes next of the subscriptions that an order started or renewed. */
    upcoming: async (order: Order) => {
      const found = await Promise.all(subscriptionIds(order).map(upcoming))
      return found.flatMap((one) => one ?? [])
    },
  }
}

import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Subscription } from '#subscription/server/subscriptions.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import type { Order } from '#order/server/orders.ts'
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
export const subscriptionIds = ({ lines }: Order): string[] =>
  lines.flatMap(({ subscriptionId: id }) => id ?? [])

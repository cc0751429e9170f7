import type { Kysely } from 'kysely'
import { ownedPaymentMethods } from '#payment/server/payments.ts'
import type { PaymentMethod } from '#payment/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { brand } from '#shared/brand.ts'
import type { OrderPrice } from '#cart/rules/order-price.ts'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import { Subscription } from '../calls.ts'
import type { UpcomingOrder } from '../calls.ts'
import { cycleDate } from '../rules/billing-date.ts'
import type { SubscriptionState } from '../rules/subscription-state.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import type { UpcomingOrder as UpcomingOrderFacts } from '../rules/upcoming-order.ts'
import { gatherRenewalFacts } from './renewal-facts.ts'
import type { RenewalFacts, RenewalSources } from './renewal-facts.ts'
import {
  insertSubscriptions,
  selectNextAttemptOn,
  selectSubscriptionById,
  selectSubscriptionOf,
  selectSubscriptionsOf,
} from './subscription-store.ts'
import type { SubscriptionDraft, SubscriptionRow } from './subscription-store.ts'

/** What a purchase hands over for each subscription that it starts. */
export type SubscriptionStart = Omit<SubscriptionDraft, 'anchorOn' | 'nextOrderOn'>

/** Starts subscriptions today: the anchor is the day of the purchase, the first renewal one interval later. */
export const startSubscriptions = (work: Work, starts: readonly SubscriptionStart[]): Promise<void> =>
  insertSubscriptions(
    work,
    starts.map((start) => {
      const rhythm = { anchorOn: work.today, intervalMonths: start.intervalMonths }
      return { ...start, anchorOn: work.today, nextOrderOn: cycleDate(rhythm, 1) }
    }),
  )

const wireLine = (line: OrderPrice['lines'][number]) => ({
  plan_code: line.planCode,
  name: line.name,
  image: line.image,
  quantity: line.quantity,
  price: wirePrice(line.unitPriceCents),
  subtotal: wirePrice(line.subtotalCents),
  discount: wirePrice(line.discountCents),
  tax: wirePrice(line.taxCents),
  total: wirePrice(line.totalCents),
  add_on_id: null,
})

const wireUpcoming = ({ on, price, nextDates }: UpcomingOrderFacts): UpcomingOrder => ({
  on: on.toString(),
  lines: price.lines.map(wireLine),
  refusals: [],
  shipping_method: price.shipping?.label ?? '',
  changeable_until: on.toZonedDateTime(brand.timeZone).toInstant().toString(),
  subtotal: wirePrice(price.subtotalCents),
  discount: wirePrice(price.discountCents),
  shipping: wirePrice(price.shipping?.cents ?? 0),
  tax: wirePrice(price.taxCents),
  total: wirePrice(price.totalCents),
  discounts: price.discounts.map(({ code, reason, cents }) => ({ code, reason, amount: wirePrice(cents) })),
  next_dates: nextDates.map(String),
})

const stateOf = (row: SubscriptionRow): SubscriptionState => Subscription.shape.state.parse(row.state)

const upcomingOf = (row: SubscriptionRow, facts: RenewalFacts): UpcomingOrder | null => {
  const rhythm = { anchorOn: Temporal.PlainDate.from(row.anchor_on), intervalMonths: row.interval_months }
  const upcoming = upcomingOrder({
    state: stateOf(row),
    rhythm,
    nextCycle: row.next_cycle,
    renewal: facts.renewal,
  })
  return upcoming && wireUpcoming(upcoming)
}

const lastOrderOn = (row: SubscriptionRow): string => {
  const rhythm = { anchorOn: Temporal.PlainDate.from(row.anchor_on), intervalMonths: row.interval_months }
  return cycleDate(rhythm, row.next_cycle - 1).toString()
}

const wireSubscription = (row: SubscriptionRow, facts: RenewalFacts, card: PaymentMethod): Subscription => {
  const { plan } = facts.renewal
  return {
    id: row.id,
    state: stateOf(row),
    planCode: row.plan_code,
    plan: {
      plan_code: row.plan_code,
      name: plan.name,
      image: plan.image,
      supply_days: plan.supplyDays,
      capsules: plan.capsules,
    },
    quantity: row.quantity,
    price: wirePrice(row.unit_price_cents * row.quantity),
    currency: 'USD',
    interval_months: row.interval_months,
    activated_at: row.activated_at,
    canceled_at: row.canceled_at,
    next_order_on: row.next_order_on,
    next_attempt_on: row.next_attempt_on,
    last_order_on: lastOrderOn(row),
    address: facts.address,
    card: { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    upcoming_order: upcomingOf(row, facts),
    payment_method_id: row.payment_method_id,
    coupon_code: row.coupon_code,
    paused_until: null,
    skipped_on: [],
    actions: [],
  }
}

const wireAll = async (
  sources: RenewalSources,
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> => {
  const facts = await gatherRenewalFacts(sources, db, rows)
  const owners = rows.map((row) => ({ accountId: row.account_id, paymentMethodId: row.payment_method_id }))
  const cards = await ownedPaymentMethods(db, owners)
  return rows.flatMap((row) => {
    const fact = facts.get(row.id)
    const card = cards.get(row.payment_method_id)
    return fact && card ? [wireSubscription(row, fact, card)] : []
  })
}

/** A member's subscriptions with their upcoming orders, the oldest first. */
export const subscriptionsOf = async (
  sources: RenewalSources,
  accountId: string,
): Promise<Subscription[]> => {
  const db = sources.world.database
  return wireAll(sources, db, await selectSubscriptionsOf(db, accountId))
}

/** One of a member's subscriptions; NOT_FOUND also for somebody else's. */
export const subscriptionOf = async (
  sources: RenewalSources,
  accountId: string,
  id: string,
): Promise<Subscription> => {
  const db = sources.world.database
  const row = await selectSubscriptionOf(db, accountId, id)
  const [subscription] = row ? await wireAll(sources, db, [row]) : []
  if (!subscription) throw new ShopError('NOT_FOUND')
  return subscription
}

/** For mails: the subscription of an announcement, whoever's it is. */
export const subscriptionById = async (sources: RenewalSources, id: string): Promise<Subscription | null> => {
  const db = sources.world.database
  const row = await selectSubscriptionById(db, id)
  return row ? ((await wireAll(sources, db, [row]))[0] ?? null) : null
}

/** The earliest day on which a renewal is due. */
export const nextRenewalDate = async (db: Kysely<Database>): Promise<Temporal.PlainDate | null> => {
  const on = await selectNextAttemptOn(db)
  return on === null ? null : Temporal.PlainDate.from(on)
}

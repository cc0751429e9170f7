import { z } from 'zod'
import { groupsFrom } from '#consent/rules/consent.ts'
import { OrderKind, OrderState, Currency } from '../../rules/partner-order.ts'
import { wirePrice } from '#shared/money.ts'
import { Price } from '#shared/price-schema.ts'
import type { EventType } from './event-types.ts'

const moment = z.string().transform((text) => Temporal.Instant.from(text).toString())

const cents = z.number().int()

/** The facts of each subject, as a row of its view, and what is sent of them. */
const OrderFacts = z.object({
  id: z.string(),
  number: z.string(),
  kind: OrderKind,
  state: OrderState,
  placed_at: moment,
  currency: Currency,
  total_cents: cents,
  refunded_cents: cents,
})

const ShipmentFacts = z.object({
  id: z.string(),
  state: z.string(),
  is_reship: z.boolean(),
  carrier: z.string().nullable(),
  order_id: z.string(),
  order_number: z.string(),
  order_state: OrderState,
})

const RefundFacts = z.object({
  id: z.string(),
  amount_cents: cents,
  credit_cents: cents,
  currency: Currency,
  order_id: z.string(),
  order_number: z.string(),
  order_total_cents: cents,
  order_refunded_cents: cents,
})

const SubscriptionFacts = z.object({
  id: z.string(),
  state: z.string(),
  plan_code: z.string(),
  quantity: z.number().int(),
  interval_months: z.number().int(),
  currency: Currency,
  unit_price_cents: cents,
  next_order_on: z.string().nullable(),
  paused_until: z.string().nullable(),
  order_number: z.string(),
})

const DisputeFacts = z.object({
  id: z.string(),
  state: z.string(),
  reason: z.string(),
  amount_cents: cents,
  currency: Currency,
  order_id: z.string(),
  order_number: z.string(),
})

const MemberFacts = z.object({
  id: z.string(),
  created_at: moment,
  state: z.enum(['active', 'erased']),
})

const ConsentFacts = z.object({ id: z.string(), active_groups: z.string(), chosen_at: moment })

const OrderData = OrderFacts.omit({ total_cents: true, refunded_cents: true, placed_at: true }).extend({
  placed_at: z.string(),
  total: Price,
  refunded: Price,
})

const RefundData = RefundFacts.omit({
  amount_cents: true,
  credit_cents: true,
  order_total_cents: true,
  order_refunded_cents: true,
}).extend({
  /** What went back to the card, and what was given as credit. */
  to_card: Price,
  as_credit: Price,
  order_total: Price,
  order_refunded: Price,
})

const SubscriptionData = SubscriptionFacts.omit({ unit_price_cents: true }).extend({ unit_price: Price })

const DisputeData = DisputeFacts.omit({ amount_cents: true }).extend({ amount: Price })

const MemberData = MemberFacts.omit({ created_at: true }).extend({ created_at: z.string() })

const ConsentData = z.object({
  /** Of the member. */
  id: z.string(),
  chosen_at: z.string(),
  analytics: z.boolean(),
  preferences: z.boolean(),
  advertising: z.boolean(),
  social_media: z.boolean(),
})

const eventOf = <const Types extends readonly EventType[], Data extends z.ZodObject>(
  id: string,
  types: Types,
  data: Data,
) =>
  z
    .object({
      type: z.enum(types),
      /** When it happened. */
      timestamp: z.string(),
      data: data.meta({ id: `${id}Data` }),
    })
    .meta({ id: `${id}Event` })

/** The body of each message, by its subject. */
export const eventSchemas = {
  order: eventOf('Order', ['order.created', 'order.canceled'], OrderData),
  shipment: eventOf('Shipment', ['shipment.shipped', 'shipment.delivered'], ShipmentFacts),
  refund: eventOf('Refund', ['refund.created'], RefundData),
  subscription: eventOf(
    'Subscription',
    [
      'subscription.created',
      'subscription.changed',
      'subscription.paused',
      'subscription.canceled',
      'subscription.payment_failed',
      'subscription.payment_recovered',
    ],
    SubscriptionData,
  ),
  dispute: eventOf('Dispute', ['dispute.opened', 'dispute.closed'], DisputeData),
  member: eventOf('Member', ['member.created', 'member.changed', 'member.erased'], MemberData),
  consent: eventOf('MemberConsent', ['member.consent_changed'], ConsentData),
} as const

const price = (currency: z.output<typeof Currency>) => (amount: number) => wirePrice(amount, currency)

const orderData = (facts: unknown) => {
  const { total_cents: total, refunded_cents: refunded, ...rest } = OrderFacts.parse(facts)
  const amount = price(rest.currency)
  return { ...rest, total: amount(total), refunded: amount(refunded) }
}

const refundData = (facts: unknown) => {
  const parsed = RefundFacts.parse(facts)
  const { amount_cents, credit_cents, order_total_cents, order_refunded_cents, ...rest } = parsed
  const amount = price(rest.currency)
  return {
    ...rest,
    to_card: amount(amount_cents),
    as_credit: amount(credit_cents),
    order_total: amount(order_total_cents),
    order_refunded: amount(order_refunded_cents),
  }
}

const subscriptionData = (facts: unknown) => {
  const { unit_price_cents: unit, ...rest } = SubscriptionFacts.parse(facts)
  return { ...rest, unit_price: price(rest.currency)(unit) }
}

const disputeData = (facts: unknown) => {
  const { amount_cents: amount, ...rest } = DisputeFacts.parse(facts)
  return { ...rest, amount: price(rest.currency)(amount) }
}

const consentData = (facts: unknown): z.output<typeof ConsentData> => {
  const { id, chosen_at, active_groups: list } = ConsentFacts.parse(facts)
  const groups = groupsFrom(list)
  return {
    id,
    chosen_at,
    analytics: groups.C0002,
    preferences: groups.C0003,
    advertising: groups.C0004,
    social_media: groups.C0005,
  }
}

/** What is sent of the facts, by how the type begins. */
const readers: readonly (readonly [beginning: string, read: (facts: unknown) => object])[] = [
  ['order.', orderData],
  ['shipment.', (facts) => ShipmentFacts.parse(facts)],
  ['refund.', refundData],
  ['subscription.', subscriptionData],
  ['dispute.', disputeData],
  ['member.consent_changed', consentData],
  ['member.', (facts) => MemberFacts.parse(facts)],
]

const dataOf = (type: EventType, facts: unknown): object => {
  const reader = readers.find(([beginning]) => type.startsWith(beginning))
  if (!reader) throw new RangeError(`an event ${type} has no form`)
  return reader[1](facts)
}

/** An event as it was recorded. */
export interface RecordedEvent {
  readonly id: string
  readonly type: EventType
  readonly facts: unknown
  readonly happenedAt: Temporal.Instant
}

/** The body of the message of an event: its facts at that time. The same event always has the same body. */
export const eventBody = ({ type, facts, happenedAt }: RecordedEvent): string =>
  JSON.stringify({ type, timestamp: happenedAt.toString(), data: dataOf(type, facts) })

/** The name of a message, by which a receiver knows that it was sent before. */
export const messageId = (eventId: string): string => `msg_${eventId.replaceAll('-', '')}`

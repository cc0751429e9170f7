import { z } from 'zod'
import { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { Price, CurrencyCode } from '#shared/price-schema.ts'
import { oneLine } from '#shared/one-line.ts'
import { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

export const OrderState = z.enum(['placed', 'shipped', 'canceled'])
export const OrderKind = z.enum(['purchase', 'renewal', 'gift'])

export const OrderLine = z.object({
  position: z.number().int(),
  plan_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  /** What all units of the line take from stock. */
  product: z.string(),
  stock_quantity: z.number().int(),
  subscription_id: z.string().nullable(),
})

export const Unit = z.object({ position: z.number().int(), quantity: z.number().int() })

export const Shipment = z.object({
  id: z.string(),
  state: ShipmentState,
  /** Sent again, free of charge. */
  is_reship: z.boolean(),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  shipped_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  lines: z.array(Unit.meta({ id: 'ShipmentUnits' })),
})

export const OrderNumber = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

/** The currency of an amount, under a name of its own in the document of the partner API. */
export const Currency = CurrencyCode.meta({ id: 'Currency' })

/** A place in a list, as partners get it and send it back: they need not know what is in it. */
export const cursor = z
  .string()
  .regex(/^[\w-]{1,120}$/, 'Please send the value of `next` of the page before.')

/** The longest address of a webhook. */
export const maxUrlLength = 300

/** An order as partners read it: no name, no address, no e-mail. */
export const PartnerOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: OrderKind,
    state: OrderState,
    /** No part of it may ship now. */
    is_held: z.boolean(),
    placed_at: z.string(),
    shipped_at: z.string().nullable(),
    canceled_at: z.string().nullable(),
    /** The day on which it is to leave; null for a gift that nobody has claimed. */
    ship_on: z.string().nullable(),
    /** Of every amount. */
    currency: Currency,
    ...totalsReply,
    refunded: Price,
    shipping_method: z.string(),
    country: z.string(),
    lines: z.array(OrderLine.meta({ id: 'OrderLine' })),
    shipments: z.array(Shipment.meta({ id: 'Shipment' })),
  })
  .meta({ id: 'Order' })

export type PartnerOrder = z.output<typeof PartnerOrder>

const { state } = SubscriptionTerms.shape

/** A subscription as partners read it: not whose it is. */
export const PartnerSubscription = z
  .object({
    id: z.string(),
    state,
    plan_code: z.string(),
    quantity: z.number().int(),
    currency: Currency,
    /** Of one unit and order, before discounts, shipping and tax. */
    unit_price: Price,
    interval_months: z.number().int(),
    /** Null when no order comes. */
    next_order_on: z.string().nullable(),
    paused_until: z.string().nullable(),
    /** Null for one without an end. */
    remaining_orders: z.number().int().nullable(),
    activated_at: z.string(),
    canceled_at: z.string().nullable(),
    /** The order that started it. */
    order_number: z.string(),
  })
  .meta({ id: 'Subscription' })

export type PartnerSubscription = z.output<typeof PartnerSubscription>

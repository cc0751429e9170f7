import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Address, Email } from '#shared/address.ts'
import { DateRangeReply } from '#shared/date-range-schema.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { TaxEstimate, TaxRow } from '#pricing/rules/tax-lines.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { OrderNumber, orderLookup } from './rules/order-lookup.ts'

const OrderCard = z.object({ brand: z.string(), last4: z.string() })

const OrderLine = z.object({
  plan_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  price: Price,
  discount: Price,
  tax: Price,
  total: Price,
  subscription_id: z.string().nullable(),
})

/** What travels together of an order. */
const Shipment = z.object({
  id: z.string(),
  state: ShipmentState,
  /** Sent again, free of charge, because something was wrong. */
  is_reship: z.boolean(),
  /** The carrier's name; null before a carrier has it. */
  carrier: z.string().nullable(),
  service: z.string().nullable(),
  tracking: z.string().nullable(),
  /** The carrier's page for it; null for a carrier without one. */
  tracking_url: z.string().nullable(),
  lines: z.array(z.object({ plan_code: z.string(), name: z.string(), quantity: z.number().int() })),
  packed_at: z.string().nullable(),
  shipped_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  /** When it was canceled, returned or lost. */
  ended_at: z.string().nullable(),
  /** The day on which the carrier expects to deliver it. */
  expected_on: z.string().nullable(),
  /** When it arrives as far as is known today; null when it has, or never will. */
  arrives: DateRangeReply.nullable(),
})

export type Shipment = z.output<typeof Shipment>

/** What an order owes of a product: owed until its shipment leaves, is canceled, or is fully refunded. */
const ShipmentItem = z.object({
  product: z.string(),
  /** Months' supplies. */
  quantity: z.number().int(),
  state: z.enum(['owed', 'shipped', 'canceled', 'refunded']),
  shipped_at: z.string().nullable(),
  /** When it was canceled or refunded. */
  ended_at: z.string().nullable(),
})

export const Order = z.object({
  id: z.string(),
  number: z.string(),
  /** `gift`: paid here, claimed and received by somebody else. */
  kind: z.enum(['purchase', 'renewal', 'gift']),
  state: z.enum(['placed', 'shipped', 'canceled']),
  placed_at: z.string(),
  /** Null for a gift that waits for its recipient. */
  ship_on: z.string().nullable(),
  /** What is made to order ships between the two days. */
  ship_until: z.string().nullable(),
  /** When it arrives as far as is known today, from its first shipment to its last; null when nothing is to come. */
  arrives: DateRangeReply.nullable(),
  shipped_at: z.string().nullable(),
  canceled_at: z.string().nullable(),
  /** Of the first shipment that has one. */
  tracking: z.string().nullable(),
  email: z.string(),
  currency: CurrencyCode,
  lines: z.array(OrderLine),
  shipments: z.array(Shipment),
  shipment_items: z.array(ShipmentItem),
  discounts: z.array(z.object({ code: z.string(), reason: z.string(), amount: Price })),
  ...totalsReply,
  /** The tax by jurisdiction; none where nothing is taxed. */
  taxes: z.array(TaxRow),
  /** Set where the tax service gave no answer. */
  tax_estimate: TaxEstimate.nullable(),
  shipping_method: z.string(),
  /** The refunded part of the total. */
  refunded: Price,
  address: Address,
  card: OrderCard.nullable(),
  terms: z.array(z.string()),
})

export type Order = z.output<typeof Order>

/** A refund and its state: `refused` was refused by the card's bank, and an operator handles it. */
const OrderRefund = z.object({
  /** To the card. */
  amount: Price,
  credit: Price,
  state: z.enum(['refunded', 'pending', 'refused']),
  requested_at: z.string(),
  /** Why, in words; null for none. */
  reason: z.string().nullable(),
  /** What it is for: `2 × DS-01 Daily Synbiotic`, `Shipping`, `Goodwill`; each with its tax. */
  lines: z.array(z.object({ name: z.string(), amount: Price })),
})

/** An order with its refunds, for its own page. */
const OrderWithRefunds = Order.extend({ refunds: z.array(OrderRefund) })

export type OrderWithRefunds = z.output<typeof OrderWithRefunds>

/** A member's own orders, newest first, a part at a time. */
export const listOrders = defineEndpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/order/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({
    /** `next` of the part before. */
    after: z.uuid().optional(),
    /** Only orders with an item of this subscription. */
    subscription: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  /** `next` begins the part after this one; null at the end. */
  reply: z.object({ orders: z.array(Order), next: z.string().nullable() }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR'],
})

/** Orders that a visitor placed with the member's e-mail: they are not shown before the member confirms that they are theirs. */
export const listUnconfirmedOrders = defineEndpoint({
  name: 'listUnconfirmedOrders',
  method: 'GET',
  path: '/api/unconfirmed-order/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    orders: z.array(
      z.object({ number: z.string(), placed_at: z.string(), total: Price, currency: CurrencyCode }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})

/** Adds such an order to the account. */
export const confirmOrder = defineEndpoint({
  name: 'confirmOrder',
  method: 'POST',
  path: '/api/unconfirmed-order/{number}/confirm',
  spec: 'shop',
  access: 'member',
  agent: 'denied: order-owner',
  limit: ['change'],
  payload: z.object({ number: z.string().trim().toUpperCase().min(1).max(32) }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
})

export const viewOrder = defineEndpoint({
  name: 'viewOrder',
  method: 'GET',
  path: '/api/order/{number}',
  spec: 'shop',
  access: 'member',
  agent: 'denied',
  limit: { none: 'a member reads their own' },
  payload: z.object({ number: z.string().trim().toUpperCase().min(1).max(32) }),
  reply: OrderWithRefunds,
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
})

/** Guest look-up (ruling 6): number and e-mail together, one answer for every miss. */
export const findGuestOrder = defineEndpoint({
  name: 'findGuestOrder',
  method: 'POST',
  path: '/api/order/find',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({
    number: OrderNumber,
    email: Email,
  }),
  reply: OrderWithRefunds,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/**
 * Puts what is still sold of an order into the visitor's cart, each plan as it is now and by the laws of carts (spec §4). As
 * many as were ordered, counting those that are there, so that the same again changes nothing.
 */
export const orderAgain = defineEndpoint({
  name: 'orderAgain',
  method: 'POST',
  path: '/api/order/again',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied',
  limit: ['guess', 'cart'],
  payload: z.object(orderLookup),
  reply: z.object({
    in_cart: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
    /** What is not in the cart, and why. */
    left_out: z.array(
      z.object({
        name: z.string(),
        quantity: z.number().int(),
        reason: z.enum(['not-sold', 'country', 'limit', 'refill']),
        message: z.string(),
      }),
    ),
    /** What was removed from the cart: a refill is ordered alone. */
    removed: z.array(z.string()),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

import { z } from 'zod'
import { orderLookup } from '#order/rules/order-lookup.ts'
import { refundTargets } from '#pricing/rules/refund-target.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { returnReasons } from './rules/return-offer.ts'
import { ReturnTravel } from './rules/return-policy.ts'

/** A return as its buyer sees it. */
export const OrderReturn = z.object({
  /** What is written on the package. */
  number: z.string(),
  /** `expired`: it never came. */
  state: z.enum(['requested', 'received', 'canceled', 'expired']),
  requested_at: z.string(),
  /** The last day on which it can be sent. */
  send_by: z.string(),
  /** The prepaid label; null when its buyer pays for the way, and for a return that is not awaited. */
  label: z
    .object({
      /** `preparing`: the carrier is asked for it; `refused`: it sells none to this address. */
      state: z.enum(['preparing', 'ready', 'refused']),
      /** Opens its file without a session: in `/return-label.pdf?key=…`. */
      key: z.string(),
      tracking: z.string().nullable(),
      tracking_url: z.string().nullable(),
    })
    .nullable(),
  /** Where its carrier says that the package is; null before a carrier has it. */
  travel: ReturnTravel.nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  /** What is refunded when it comes back, or was; `0.00` for a canceled one. */
  refund: Price,
  refund_to: z.enum(refundTargets),
  currency: CurrencyCode,
})

export type OrderReturn = z.output<typeof OrderReturn>

/** What can be returned of an order now, and what was returned before. Changes nothing. */
export const viewReturns = defineEndpoint({
  name: 'viewReturns',
  method: 'POST',
  path: '/api/return/preview',
  spec: 'shop',
  access: 'anyone',
  agent: 'read',
  limit: ['guess'],
  payload: z.object(orderLookup),
  reply: z.object({
    number: z.string(),
    currency: CurrencyCode,
    /** Who pays for the way back: the shop with a prepaid label, or the buyer. */
    postage: z.enum(['shop', 'buyer']),
    /** The last day on which something of it can be returned; null when nothing can, and while it is on its way. */
    until: z.string().nullable(),
    /** Why nothing can be returned; null when something can. */
    refusal: z.object({ reason: z.string(), message: z.string() }).nullable(),
    lines: z.array(
      z.object({
        position: z.number().int(),
        name: z.string(),
        /** How many can be returned. */
        quantity: z.number().int(),
        /** What is refunded for all of them. */
        refund: Price,
        currency: CurrencyCode,
      }),
    ),
    returns: z.array(OrderReturn),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** Opens a return, once for a `request_id`. Instructions are mailed; the refund follows when the package comes. */
export const requestReturn = defineEndpoint({
  name: 'requestReturn',
  method: 'POST',
  path: '/api/return',
  spec: 'shop',
  access: 'anyone',
  agent: 'write',
  limit: ['guess'],
  payload: z.object({
    ...orderLookup,
    request_id: z.string().min(1).max(64),
    reason: z.enum(returnReasons, 'Please choose a reason.'),
    lines: z
      .array(
        z.object({ position: z.number().int().min(0).max(99), quantity: z.number().int().min(1).max(99) }),
      )
      .min(1, 'Please choose what you’re returning.')
      .max(100),
  }),
  reply: OrderReturn,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/** Cancels a return whose package has not come; again it changes nothing. */
export const cancelReturn = defineEndpoint({
  name: 'cancelReturn',
  method: 'POST',
  path: '/api/return/cancel',
  spec: 'shop',
  access: 'anyone',
  agent: 'write',
  limit: ['guess'],
  payload: z.object({
    ...orderLookup,
    return_number: z.string().trim().toUpperCase().min(1).max(40),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/** The prepaid label of a return that has not come, as PDF; the key is signed by the shop and names one return. */
export const viewReturnLabel = defineEndpoint({
  name: 'viewReturnLabel',
  method: 'GET',
  path: '/api/return/label/{key}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({ key: z.string().min(1).max(200) }),
  reply: z.object({
    file_name: z.string(),
    /** The file in base64. */
    pdf: z.string(),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS', 'SHOP_BUSY'],
})

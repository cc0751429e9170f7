import { z } from 'zod'
import { orderLookup } from '#order/rules/order-lookup.ts'
import { refundTargets } from '#pricing/rules/refund-target.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { ChargeInFlight } from '#subscription/endpoints.ts'

/** `cancel`: it has not shipped and never will. `withdraw`: it is returned, then refunded. */
const Kind = z.enum(['cancel', 'withdraw'])

/**
 * What canceling or withdrawing from an order would do; ACTION_NOT_ALLOWED says why it is not possible. Changes
 * nothing.
 */
export const previewWithdrawal = defineEndpoint({
  name: 'previewWithdrawal',
  method: 'POST',
  path: '/api/withdrawal/preview',
  spec: 'shop',
  access: 'anyone',
  agent: 'read',
  limit: ['guess'],
  payload: z.object(orderLookup),
  reply: z.object({
    number: z.string(),
    kind: Kind,
    /** The address is in a country whose law knows the right of withdrawal. */
    is_legal_right: z.boolean(),
    name: z.string(),
    email: z.string(),
    lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
    /** What is refunded. */
    refund: Price,
    refund_to: z.enum(refundTargets),
    currency: CurrencyCode,
    /** The last day for it; null while not everything was received. */
    until: z.string().nullable(),
    ends_subscriptions: z.boolean(),
    /** What the subscriptions that end are being charged at this moment, which continues. */
    charges_in_flight: z.array(ChargeInFlight.extend({ subscription_id: z.string() })),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/**
 * Cancels or withdraws from an order, once: a repeated request gets the same response. The acknowledgement is mailed at
 * once.
 */
export const withdraw = defineEndpoint({
  name: 'withdraw',
  method: 'POST',
  path: '/api/withdrawal',
  spec: 'shop',
  access: 'anyone',
  agent: 'write',
  limit: ['guess'],
  payload: z.object({
    ...orderLookup,
    /** The name of the person; if missing, the name of the order. */
    name: oneLine().max(120).optional(),
  }),
  reply: z.object({
    number: z.string(),
    kind: Kind,
    /** `awaiting-return`: it is refunded when the shipment is returned. */
    state: z.enum(['awaiting-return', 'closed']),
    received_at: z.string(),
    refund: Price,
    refund_to: z.enum(refundTargets),
    currency: CurrencyCode,
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

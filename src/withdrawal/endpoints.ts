import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { oneLine } from '#shared/one-line.ts'
import { Email } from '#shared/address.ts'

/** A numeric string with two decimals (spec §3). */
const Price = z.string()

/** Which order: a member's own by its number, anybody's by its number and e-mail together. */
const orderLookup = {
  number: z.string().trim().toUpperCase().min(1, 'Kindly enter the order number.').max(32),
  email: Email.optional(),
}

/** `cancel`: it has not shipped and never will. `withdraw`: it comes back, then the money goes back. */
const Kind = z.enum(['cancel', 'withdraw'])

/** What taking an order back would do; ACTION_NOT_ALLOWED says why it cannot be taken back. Changes nothing. */
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
    /** What goes back to the card. */
    refund: Price,
    currency: z.literal('USD'),
    /** The last day for it; null while it has not shipped. */
    until: z.string().nullable(),
    ends_subscriptions: z.boolean(),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/** Takes an order back, once: the same again answers the same. The acknowledgement goes out by mail at once. */
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
    /** Who says so; left out, the name of the order. */
    name: oneLine().max(120).optional(),
  }),
  reply: z.object({
    number: z.string(),
    kind: Kind,
    /** `awaiting-return`: the money goes back when the parcel is here again. */
    state: z.enum(['awaiting-return', 'closed']),
    received_at: z.string(),
    refund: Price,
    currency: z.literal('USD'),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

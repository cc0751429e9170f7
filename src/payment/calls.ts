import { z } from 'zod'
import { defineCall } from '#shared/call.ts'

/** What the card field of a page is made of. */
export const CardEntry = z.discriminatedUnion('processor', [
  z.object({ processor: z.literal('sandbox'), field_url: z.string() }),
  z.object({ processor: z.literal('stripe'), publishable_key: z.string() }),
])

export type CardEntry = z.output<typeof CardEntry>

/** What a checkout page needs to take a card; card numbers never come to the shop's own routes. */
export const viewCardEntry = defineCall({
  name: 'viewCardEntry',
  method: 'GET',
  path: '/api/payment/card-entry',
  spec: 'shop',
  who: 'anyone',
  payload: z.object({
    /** Path and query of the shop that the processor's own card page comes back to. */
    return_path: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])/, 'Not a path of the shop.'),
  }),
  reply: z.object({
    entry: CardEntry,
    /** The processor's own page, for browsers without JavaScript; it adds `card_token` or `card_canceled=1`. */
    card_page_url: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR'],
})

/** The processor's webhooks. The body is read as it came, for the signature covers its bytes. */
export const receiveProcessorWebhook = defineCall({
  name: 'receiveProcessorWebhook',
  method: 'POST',
  path: '/api/payment/webhook/{processor}',
  spec: 'shop',
  who: 'machine',
  payload: z.object({ processor: z.string().max(20) }),
  reply: z.object({ received: z.literal(true) }),
  errors: ['FORBIDDEN'],
})

/** A member's kept cards. Taking a new one is for the checkout: the processor keeps a card with a charge alone. */
export const listCards = defineCall({
  name: 'listCards',
  method: 'GET',
  path: '/account/payment-methods/',
  spec: 'shop',
  who: 'member',
  payload: z.object({}),
  reply: z.object({
    cards: z.array(
      z.object({
        id: z.string(),
        brand: z.string(),
        last4: z.string(),
        exp_month: z.number().int(),
        exp_year: z.number().int(),
        is_default: z.boolean(),
        standing: z.enum(['good', 'expiring', 'expired']),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})

export const chooseDefaultCard = defineCall({
  name: 'chooseDefaultCard',
  method: 'PUT',
  path: '/account/payment-methods/{id}',
  spec: 'shop',
  who: 'member',
  payload: z.object({ id: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/** Takes a card off the list; refused while a live subscription is paid by it. */
export const removeCard = defineCall({
  name: 'removeCard',
  method: 'DELETE',
  path: '/account/payment-methods/{id}',
  spec: 'shop',
  who: 'member',
  payload: z.object({ id: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Challenge, checkFields } from '#shared/human-check.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

/** The configuration of the card field of a page. */
export const CardEntry = z.discriminatedUnion('processor', [
  z.object({ processor: z.literal('sandbox'), field_url: z.string() }),
  z.object({ processor: z.literal('stripe'), publishable_key: z.string() }),
])

export type CardEntry = z.output<typeof CardEntry>

/** What a page needs to ask the bank's question itself. The secret completes that one payment. */
export const PageChallenge = z.object({ publishable_key: z.string(), client_secret: z.string() })

export type PageChallenge = z.output<typeof PageChallenge>

/** What a checkout page needs to accept a card; card numbers never reach the shop's own routes. */
export const viewCardEntry = defineEndpoint({
  name: 'viewCardEntry',
  method: 'GET',
  path: '/api/payment/card-entry',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({
    /** Path and query of the shop that the processor's own card page comes back to. */
    return_path: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])/, 'Please give a path of this shop, such as /checkout.'),
  }),
  reply: z.object({
    entry: CardEntry,
    /** The processor's own page, for browsers without JavaScript; it adds `card_token` or `card_canceled=1`. */
    card_page_url: z.string().nullable(),
    /** The human check of a form with a card field, and whether it will be required. */
    check: z.object({ required: z.boolean(), challenge: Challenge }),
  }),
  errors: ['VALIDATION_ERROR'],
})

/** The configuration of the wallet buttons of a page. */
export const WalletEntry = z.discriminatedUnion('processor', [
  z.object({ processor: z.literal('sandbox'), sheet_url: z.string() }),
  z.object({ processor: z.literal('stripe'), publishable_key: z.string() }),
])

export type WalletEntry = z.output<typeof WalletEntry>

/** What a page needs to offer the processor's wallets; the same for everybody. */
export const viewWalletEntry = defineEndpoint({
  name: 'viewWalletEntry',
  method: 'GET',
  path: '/api/payment/wallet-entry',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({}),
  /** Null where no wallets are offered. */
  reply: z.object({ entry: WalletEntry.nullable() }),
  errors: [],
})

/** The processor's webhooks. The body is read unchanged, because the signature covers its bytes. */
export const receiveProcessorWebhook = defineEndpoint({
  name: 'receiveProcessorWebhook',
  method: 'POST',
  path: '/api/payment/webhook/{processor}',
  spec: 'shop',
  access: 'machine',
  agent: 'denied: machine',
  limit: { none: 'signed by the processor, whose webhooks come in bursts' },
  payload: z.object({ processor: z.string().max(20) }),
  reply: z.object({ received: z.literal(true) }),
  errors: ['FORBIDDEN'],
})

/** A member's saved cards, each once however often it was entered: `ids` are its records, `id` the newest of them. */
export const listCards = defineEndpoint({
  name: 'listCards',
  method: 'GET',
  path: '/account/payment-methods/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    cards: z.array(
      z.object({
        id: z.string(),
        ids: z.array(z.string()),
        brand: z.string(),
        last4: z.string(),
        /** Null for Link, which has none. */
        exp_month: z.number().int().nullable(),
        exp_year: z.number().int().nullable(),
        is_default: z.boolean(),
        status: z.enum(['good', 'expiring', 'expired']),
      }),
    ),
  }),
  errors: ['UNAUTHENTICATED'],
})

export const chooseDefaultCard = defineEndpoint({
  name: 'chooseDefaultCard',
  method: 'PUT',
  path: '/account/payment-methods/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'denied: money',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/** Takes a card off the list with all its records; refused while a live subscription is paid by one of them. */
export const removeCard = defineEndpoint({
  name: 'removeCard',
  method: 'DELETE',
  path: '/account/payment-methods/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'denied: money',
  limit: ['change'],
  payload: z.object({ id: z.uuid() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

/**
 * `pending`: the processor has not answered yet, nothing is requested twice. `challenge`: the bank asks at
 * `challenge_url`.
 */
const CardRequestStatus = z.object({
  status: z.enum(['saved', 'challenge', 'pending', 'declined']),
  /** Of a new card; for checking again. Null for a saved card. */
  card_request_id: z.string().nullable(),
  payment_method_id: z.string().nullable(),
  challenge_url: z.string().nullable(),
})

/**
 * Another card: a new one by its token, saved without a charge, or a saved one. It pays one subscription from now on,
 * all live ones, or none yet.
 */
export const changeBilling = defineEndpoint({
  name: 'changeBilling',
  method: 'PUT',
  path: '/api/billing',
  spec: 'spec §7',
  access: 'member',
  agent: 'denied: money',
  limit: ['attempt'],
  payload: z.object({
    card: z.union([
      z.object({ token: z.string().min(1).max(255) }),
      z.object({ payment_method_id: z.uuid() }),
    ]),
    subscription_id: z.uuid().optional(),
    all_subscriptions: z.boolean().default(false),
    /** New purchases take this card first. */
    make_default: z.boolean().default(false),
    /** Made by the client, once per filled form: the same request twice is one card and one change. */
    request_id: z.string().min(8).max(64).optional(),
    ...checkFields,
  }),
  reply: CardRequestStatus.extend({
    /** The subscriptions that it pays from now on. */
    subscription_ids: z.array(z.string()),
    /** Those that it pays once their pending charge is settled, with the amount of that charge and the date of its order. */
    waiting: z.array(
      z.object({
        subscription_id: z.string(),
        cycle_id: z.string(),
        amount: Price,
        currency: CurrencyCode,
        on: z.string(),
      }),
    ),
    /** Those that cannot use it, and why. */
    refused: z.array(z.object({ subscription_id: z.string(), detail: z.string() })),
    loamSessionToken: z.string().nullable(),
  }),
  errors: [
    'UNAUTHENTICATED',
    'VALIDATION_ERROR',
    'NOT_FOUND',
    'ACTION_NOT_ALLOWED',
    'CARD_DECLINED',
    'CARD_EXPIRED',
    'CARD_DATA_WRONG',
    'PAYMENT_PENDING',
    'CAPTCHA_FAILED',
  ],
})

/** The state of a new card, after a challenge or a late answer. */
export const viewCardRequest = defineEndpoint({
  name: 'viewCardRequest',
  method: 'GET',
  path: '/account/card-requests/{id}',
  spec: 'shop',
  access: 'member',
  agent: 'denied',
  limit: { none: 'a member reads their own' },
  payload: z.object({ id: z.uuid() }),
  reply: CardRequestStatus.extend({
    /** While the bank's question is asked on the shop's own page. */
    page_challenge: PageChallenge.nullable(),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

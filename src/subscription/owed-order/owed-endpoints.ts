import { z } from 'zod'
import { totalsReply } from '#pricing/rules/totals.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { checkFields } from '#shared/human-check.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { PageChallenge } from '#payment/endpoints.ts'

/**
 * Part of a link in a mail or on the member's page: signed, for one case, with an expiry. It works without a session.
 */
const Token = z.string().max(400)

/** Its lines have their own subtotals. */
const { subtotal: _, ...sums } = totalsReply

/** The state of an owed order: `paid` also when another attempt succeeded first. */
const Status = z.enum(['owed', 'challenge', 'pending', 'paid'])

/** An order whose card was refused, with no more of its member than is needed to pay it. */
export const viewOwedOrder = defineEndpoint({
  name: 'viewOwedOrder',
  method: 'GET',
  path: '/api/subscription/owed/{token}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({ token: Token }),
  reply: z.object({
    status: Status,
    /** The bank's question, while it waits. */
    challenge_url: z.string().nullable(),
    /** While that is asked on the shop's own page. */
    page_challenge: PageChallenge.nullable(),
    plan_name: z.string(),
    lines: z.array(z.object({ name: z.string(), quantity: z.number().int(), subtotal: Price })),
    ...sums,
    /** The part that the new card is charged. */
    to_pay: Price,
    currency: CurrencyCode,
    /** The card that was refused. */
    card: z.object({ brand: z.string(), last4: z.string() }),
    /** What is wrong, and how to fix it. */
    problem: z.string(),
    /** Whether the bank wants the member to confirm the refused card, which `confirmOwedOrder` does. */
    can_confirm: z.boolean(),
    /** The day of the next attempt; null when none comes. */
    next_try_on: z.string().nullable(),
    /** The card of that attempt: another one than was refused, if the member has chosen it since. */
    next_try_card: z.object({ brand: z.string(), last4: z.string() }),
    /** The order after this one, once it is paid; null where none follows. */
    next_order_on: z.string().nullable(),
  }),
  errors: ['LINK_EXPIRED', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

const payErrors = [
  'LINK_EXPIRED',
  'VALIDATION_ERROR',
  'TOTAL_CHANGED',
  'PAYMENT_PENDING',
  'CARD_DECLINED',
  'CARD_EXPIRED',
  'CARD_DATA_WRONG',
  'ACTION_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
] as const

const shownAmounts = {
  total: z.string().max(20),
  /** As it was shown; if missing, all available credit. A different amount is refused. */
  credit: z.string().max(20).optional(),
}

/**
 * Pays an owed order with a new card, which becomes the card of the subscription. Total and credit must be those that
 * were shown. A confirmation of the refused card that still waits is given up first. A repeated request charges
 * nothing again.
 */
export const payOwedOrder = defineEndpoint({
  name: 'payOwedOrder',
  method: 'POST',
  path: '/api/subscription/owed/{token}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({
    token: Token,
    ...shownAmounts,
    card: z.object({ token: z.string().min(1).max(200) }),
    ...checkFields,
  }),
  reply: z.object({ status: Status, challenge_url: z.string().nullable() }),
  errors: [...payErrors, 'CAPTCHA_FAILED'],
})

/**
 * Pays an owed order with the refused card, because its bank wanted the member to confirm: `challenge` is the bank's
 * question. Total and credit must be those that were shown. A repeated request charges nothing again.
 */
export const confirmOwedOrder = defineEndpoint({
  name: 'confirmOwedOrder',
  method: 'POST',
  path: '/api/subscription/owed/{token}/confirm',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({ token: Token, ...shownAmounts }),
  reply: z.object({ status: Status, challenge_url: z.string().nullable() }),
  errors: payErrors,
})

import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

/** Says what a member has done; the same action counts once. */
export const customAction = defineEndpoint({
  name: 'customAction',
  method: 'POST',
  path: '/api/external/loyalty/custom-action/',
  spec: 'spec §7',
  access: 'member',
  agent: 'denied',
  limit: ['change'],
  payload: z.object({ action_name: z.string().max(60) }),
  /** `points`: all that the member has. */
  reply: z.object({ success: z.literal(true), points: z.number().int() }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'ACTION_NOT_ALLOWED'],
})

const Code = z.string().trim().toUpperCase().max(20)

/** Points, their sources, and the friends who used the member's code. */
export const viewLoyalty = defineEndpoint({
  name: 'viewLoyalty',
  method: 'GET',
  path: '/api/loyalty/',
  spec: 'shop',
  access: 'member',
  agent: 'denied',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    points: z.number().int(),
    entries: z.array(z.object({ action: z.string(), points: z.number().int(), at: z.string() })),
    /** Null until the member requests one. */
    code: z.string().nullable(),
    url: z.string().nullable(),
    referrals: z.array(
      z.object({
        state: z.enum(['waiting', 'earned', 'refused']),
        /** Why it is not counted; null for the others. */
        reason: z.string().nullable(),
        claimed_at: z.string(),
      }),
    ),
  }),
  /** NOT_FOUND for members who are not in the program. */
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
})

/** Credit in one currency. */
const Credit = z.object({
  currency: CurrencyCode,
  /** Available; without what is reserved for a payment in flight. */
  available: Price,
  /** Oldest first. */
  entries: z.array(
    z.object({
      at: z.string(),
      kind: z.enum(['refer-friend', 'came-by-friend', 'operator', 'used', 'refunded', 'lapsed']),
      description: z.string(),
      amount: Price,
      /** The balance after it. */
      /** In its currency, after it. */
      balance: Price,
      currency: CurrencyCode,
    }),
  ),
})

/** The member's credit: the balance, and every entry. */
export const viewCredit = defineEndpoint({
  name: 'viewCredit',
  method: 'GET',
  path: '/api/credit/',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: Credit.extend({
    /** Credit in other currencies than the default, each of which pays orders of its own only. */
    others: z.array(Credit),
  }),
  errors: ['UNAUTHENTICATED'],
})

/** Gives a member the code for friends: the same one however often it is requested. */
export const openReferral = defineEndpoint({
  name: 'openReferral',
  method: 'POST',
  path: '/api/loyalty/code',
  spec: 'shop',
  access: 'member',
  agent: 'denied',
  limit: ['change'],
  payload: z.object({ traffic_source: z.string().max(60).default('') }),
  reply: z.object({ code: z.string(), url: z.string() }),
  errors: ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND'],
})

/** Whether a friend's code exists. */
export const viewReferral = defineEndpoint({
  name: 'viewReferral',
  method: 'GET',
  path: '/api/loyalty/referral/{code}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  payload: z.object({ code: Code }),
  reply: z.object({ code: z.string() }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** Remembers a friend's code in the browser, until the first sign-in. */
export const takeReferral = defineEndpoint({
  name: 'takeReferral',
  method: 'POST',
  path: '/api/loyalty/referral/{code}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: z.object({ code: Code }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

import { z } from 'zod'
import { couponStates } from '#coupon/rules/coupon-change.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const Code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,31}$/, 'Please enter 3 to 32 letters, digits and hyphens.')

const Amount = z.string().trim().regex(/^\d{1,7}(\.\d{1,4})?$/, 'Please enter a number.') // prettier-ignore

const PlanCodes = z.array(z.string().max(64)).max(200).default([])

/** Who may use it: each condition that is set has to hold; without any, everybody. */
const Buyers = z.object({
  first_purchase: z.boolean().default(false),
  members_only: z.boolean().default(false),
  /** Only people on its list. */
  named_only: z.boolean().default(false),
  /** To which the order ships; none for all of them. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'Please enter codes of countries: US, CA.'))
    .max(250)
    .default([]),
  /** Plans of which none may have been bought, and of which one must have been, or be subscribed to. */
  never_bought: PlanCodes,
  bought: PlanCodes,
  subscribed: PlanCodes,
})

const terms = {
  kind: z.enum(['percentage', 'fixed']),
  /** Per cent, or an amount in the shop's first currency: `10`, `12.50`. */
  value: Amount,
  /** What a fixed one takes off in other currencies; without an amount it does not count there. */
  amounts: z.array(z.object({ currency: CurrencyCode, amount: Amount })).max(20),
  /** Codes of plans; none for all of them. */
  plans: z.array(z.string().max(64)).max(200),
  buyers: Buyers.prefault({}),
  stackable: z.boolean(),
  once_per_account: z.boolean(),
  duration: z.enum(['once', 'renewals', 'forever']),
  /** How many renewals after the first order, where `duration` says so. */
  renewals: z
    .number('Please enter 1 to 120.')
    .int('Please enter 1 to 120.')
    .min(1, 'Please enter 1 to 120.')
    .max(120, 'Please enter 1 to 120.')
    .nullable(),
  starts_at: z.iso.datetime('Please enter a date and a time.').nullable(),
  ends_at: z.iso.datetime('Please enter a date and a time.').nullable(),
}

const limit = z
  .number('Please enter a whole number.')
  .int('Please enter a whole number.')
  .min(1, 'Please enter at least 1.')
  .max(10_000_000, 'Please enter at most 10,000,000.')
  .nullable()

const Terms = z.object(terms)

export type CouponTerms = z.output<typeof Terms>

const DeskCoupon = z.object({
  ...terms,
  code: z.string(),
  version: z.number().int(),
  /** Uses of all buyers together; null for any number. */
  limit: z.number().int().nullable(),
  /** Set by a rule of the shop: nobody can enter or change it. */
  is_hidden: z.boolean(),
  state: z.enum(couponStates),
  uses: z.number().int(),
  uses_today: z.number().int(),
  /** On its list. */
  people: z.number().int(),
  /** Whether only its end and its limit can be changed. */
  are_terms_fixed: z.boolean(),
})

export type DeskCoupon = z.output<typeof DeskCoupon>

/** Coupons in one state, by their codes. */
export const listDeskCoupons = defineEndpoint({
  ...reads,
  name: 'listDeskCoupons',
  method: 'GET',
  path: '/api/desk/coupons/',
  permission: 'coupons:read',
  payload: z.object({
    state: z.enum(couponStates).default('running'),
    /** The beginning of a code; without it the codes of batches are left out. */
    q: z.string().trim().toUpperCase().max(32).default(''),
    after: z.string().max(40).optional(),
  }),
  reply: z.object({ coupons: z.array(DeskCoupon), next: z.string().nullable() }),
  errors: readErrors,
})

export const viewDeskCoupon = defineEndpoint({
  ...reads,
  name: 'viewDeskCoupon',
  method: 'GET',
  path: '/api/desk/coupons/codes/{code}/',
  permission: 'coupons:read',
  payload: z.object({ code: Code }),
  reply: DeskCoupon,
  errors: readErrors,
})

export const createDeskCoupon = defineEndpoint({
  ...reads,
  name: 'createDeskCoupon',
  method: 'POST',
  path: '/api/desk/coupons/',
  permission: 'coupons:change',
  payload: z.object({ code: Code, limit, ...terms }),
  reply: z.object({ code: z.string() }),
  errors: readErrors,
})

/** Changes a coupon: all of it before it starts, then its end and its limit. ACTION_NOT_ALLOWED after another change. */
export const changeDeskCoupon = defineEndpoint({
  ...reads,
  name: 'changeDeskCoupon',
  method: 'POST',
  path: '/api/desk/coupons/codes/{code}/change/',
  permission: 'coupons:change',
  payload: z.object({ code: Code, version: z.number().int().min(1), limit, ...terms }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Ends a coupon now: carts stop counting it, subscriptions that have it keep it. ACTION_NOT_ALLOWED after another change. */
export const endDeskCoupon = defineEndpoint({
  ...reads,
  name: 'endDeskCoupon',
  method: 'POST',
  path: '/api/desk/coupons/codes/{code}/end/',
  permission: 'coupons:change',
  payload: z.object({ code: Code, version: z.number().int().min(1) }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Puts people on a coupon's list, or takes them off; nobody reads it afterwards. */
export const nameDeskCouponPeople = defineEndpoint({
  ...reads,
  name: 'nameDeskCouponPeople',
  method: 'POST',
  path: '/api/desk/coupons/codes/{code}/people/',
  permission: 'coupons:change',
  payload: z.object({
    code: Code,
    action: z.enum(['add', 'remove']),
    emails: z
      .array(z.email('Please enter one email a line.').max(254))
      .min(1, 'Please enter an email.')
      .max(1000, 'Please enter at most 1,000 emails at once.'),
  }),
  /** How many were added or removed; the others were on it already, or were not on it. */
  reply: z.object({ changed: z.number().int() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/** Asks the shop's own rule whether a cart takes a code. */
export const tryDeskCoupon = defineEndpoint({
  ...reads,
  name: 'tryDeskCoupon',
  method: 'GET',
  path: '/api/desk/coupons/codes/{code}/try/',
  permission: 'coupons:read',
  payload: z.object({
    code: Code,
    /** Of the buyer; only for roles that see names. */
    email: z.union([z.literal(''), z.email('Please enter an email.')]).default(''),
    /** In the cart. */
    plan: z.string().max(64).default(''),
    /** Whether the buyer is signed in. */
    member: z.stringbool().default(false),
    /** To which it ships. */
    country: z
      .string()
      .regex(/^([A-Z]{2})?$/, 'Please choose a country.')
      .default(''),
    /** Another code that is entered before. */
    other: z.string().trim().toUpperCase().max(32).default(''),
    currency: CurrencyCode.optional(),
  }),
  reply: z.object({
    checks: z.array(
      z.object({
        /** The reason for a refusal that it asks about. */
        reason: z.string(),
        text: z.string(),
        outcome: z.enum(['passed', 'failed', 'not-checked']),
      }),
    ),
    /** What the buyer reads; null when the cart takes the code. */
    message: z.string().nullable(),
  }),
  errors: readErrors,
})

const Prefix = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,16}$/, 'Please enter 2 to 16 letters and digits.')

/** Asks for many codes that give the same and each work once; a job makes them. */
export const createDeskCouponBatch = defineEndpoint({
  ...reads,
  name: 'createDeskCouponBatch',
  method: 'POST',
  path: '/api/desk/coupons/batches/',
  permission: 'coupons:change',
  payload: z.object({
    prefix: Prefix,
    size: z
      .number('Please enter a whole number.')
      .int('Please enter a whole number.')
      .min(1, 'Please enter 1 to 100,000.')
      .max(100_000, 'Please enter 1 to 100,000.'),
    ...terms,
    /** Becomes the id of the batch: sent again it is the same batch. */
    request_id: z.uuid(),
  }),
  reply: z.object({ id: z.string() }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

const DeskBatch = z.object({
  ...terms,
  id: z.string(),
  prefix: z.string(),
  size: z.number().int(),
  /** Codes that exist by now, and codes that were used. */
  codes: z.number().int(),
  used: z.number().int(),
  is_finished: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
})

export type DeskCouponBatch = z.output<typeof DeskBatch>

/** The latest batches. */
export const listDeskCouponBatches = defineEndpoint({
  ...reads,
  name: 'listDeskCouponBatches',
  method: 'GET',
  path: '/api/desk/coupons/batches/',
  permission: 'coupons:read',
  payload: z.object({}),
  reply: z.object({ batches: z.array(DeskBatch) }),
  errors: readErrors,
})

/** The codes of a batch. They can be used by anyone who reads them, so it needs the right to make some. */
export const listDeskBatchCodes = defineEndpoint({
  ...reads,
  limit: ['rows'],
  name: 'listDeskBatchCodes',
  method: 'GET',
  path: '/api/desk/coupons/batches/{id}/codes/',
  permission: 'coupons:change',
  payload: z.object({ id: z.uuid(), after: z.string().max(40).default('') }),
  reply: z.object({
    codes: z.array(z.object({ code: z.string(), is_used: z.boolean() })),
    next: z.string().nullable(),
  }),
  errors: readErrors,
})

import { z } from 'zod'
import { orderLookup } from '#order/rules/order-lookup.ts'
import { refundTargets } from '#pricing/rules/refund-target.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import {
  maxPhotos,
  maxProblemFormBytes,
  problemKinds,
  problemStates,
  problemWishes,
} from './rules/problem-offer.ts'

/** What its buyer reported, and what became of it. */
export const Problem = z.object({
  number: z.string(),
  kind: z.enum(problemKinds),
  wish: z.enum(problemWishes),
  details: z.string(),
  /** `open` waits for somebody of the shop. */
  state: z.enum(problemStates),
  /** The shop's words with it; null for none. */
  note: z.string().nullable(),
  reported_at: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  /** What was refunded; `0.00` for none. */
  refund: Price,
  refund_to: z.enum(refundTargets),
  currency: CurrencyCode,
  /** Keys of its photos: `/problem-photo.jpg?key=…`. */
  photos: z.array(z.string()),
})

export type Problem = z.output<typeof Problem>

/** What can be reported of an order now, and what was reported before. Changes nothing. */
export const viewProblems = defineEndpoint({
  name: 'viewProblems',
  method: 'POST',
  path: '/api/problem/preview',
  spec: 'shop',
  access: 'anyone',
  agent: 'read',
  limit: ['guess'],
  payload: z.object(orderLookup),
  reply: z.object({
    number: z.string(),
    currency: CurrencyCode,
    /** Why nothing can be reported; null when something can. */
    refusal: z.object({ reason: z.string(), message: z.string() }).nullable(),
    lines: z.array(
      z.object({
        position: z.number().int(),
        name: z.string(),
        /** How many can be reported. */
        quantity: z.number().int(),
        /** What a refund of all of them gives. */
        refund: Price,
        currency: CurrencyCode,
      }),
    ),
    problems: z.array(Problem),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** All of the form in base64: a photo of more than 10 MB is refused with a sentence of its own. */
const longestPhoto = Math.ceil(maxProblemFormBytes / 3) * 4

/** Says what is wrong with an order, once for a `request_id`. Resolved at once where the shop's policy says so. */
export const reportProblem = defineEndpoint({
  name: 'reportProblem',
  method: 'POST',
  path: '/api/problem',
  spec: 'shop',
  access: 'anyone',
  agent: 'write',
  limit: ['guess'],
  payload: z.object({
    ...orderLookup,
    request_id: z.string().min(1).max(64),
    kind: z.enum(problemKinds, 'Please choose what is wrong.'),
    wish: z.enum(problemWishes, 'Please choose how we should fix it.'),
    details: z.string().trim().max(2000, 'Please write at most 2000 characters.'),
    lines: z
      .array(
        z.object({ position: z.number().int().min(0).max(99), quantity: z.number().int().min(1).max(99) }),
      )
      .min(1, 'Please choose what it’s about.')
      .max(100),
    /** JPEG, PNG or WebP in base64, at most 10 MB each by the page's form; a request to this endpoint is at most 100 kB. */
    photos: z
      .array(z.string().max(longestPhoto))
      .max(maxPhotos, `Please choose at most ${maxPhotos} photos.`)
      .default([]),
  }),
  reply: Problem,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS', 'SHOP_BUSY'],
})

/** A photo of a problem; the key is signed by the shop, is given to its owner and names one photo. */
export const viewProblemPhoto = defineEndpoint({
  name: 'viewProblemPhoto',
  method: 'GET',
  path: '/api/problem/photo/{key}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({ key: z.string().min(1).max(200) }),
  reply: z.object({
    /** The picture in base64. */
    jpeg: z.string(),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'TOO_MANY_REQUESTS'],
})

import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { OrderNumber } from '#order/rules/order-lookup.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { isPlainText, oneLine } from '#shared/one-line.ts'
import { declineReasons, reviewSorts, reviewStates } from './rules/review.ts'

/** The id of a product of the shop. */
const product = z.string('Please choose a product.').max(40, 'Please choose a product.')

/** A review as everybody reads it. */
export const PublishedReview = z.object({
  id: z.string(),
  stars: z.number().int(),
  title: z.string(),
  text: z.string(),
  /** As its author wants to be named. */
  name: z.string(),
  written_on: z.string(),
})

export type PublishedReview = z.output<typeof PublishedReview>

/** What buyers think of a product: the rating, and a page of what they wrote. */
export const listReviews = defineEndpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/api/reviews/{product}/',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({
    product,
    sort: z.enum(reviewSorts).default('lowest'),
    page: z.coerce.number().int().min(1).max(500).default(1),
  }),
  reply: z.object({
    product,
    product_name: z.string(),
    count: z.number().int(),
    /** `4.3`; null without a review. */
    average: z.string().nullable(),
    /** Five to one. */
    stars: z.array(z.object({ stars: z.number().int(), count: z.number().int() })),
    reviews: z.array(PublishedReview),
    page: z.number().int(),
    pages: z.number().int(),
  }),
  errors: ['VALIDATION_ERROR'],
})

/** Which order: as elsewhere by its number and for guests their e-mail, or by the key of a mail that asked for a review. */
const reviewedOrder = {
  number: OrderNumber.optional(),
  email: Email.optional(),
  key: z.string().max(256).optional(),
}

/** What a buyer can review of an order, and what they wrote before. Changes nothing. */
export const viewReviews = defineEndpoint({
  name: 'viewReviews',
  method: 'POST',
  path: '/api/review/preview',
  spec: 'shop',
  access: 'anyone',
  agent: 'read',
  limit: ['guess'],
  payload: z.object(reviewedOrder),
  reply: z.object({
    number: z.string(),
    /** Why nothing can be reviewed; null when something can. */
    refusal: z.object({ reason: z.string(), message: z.string() }).nullable(),
    /** First name and initial. */
    suggested_name: z.string(),
    products: z.array(
      z.object({
        product,
        name: z.string(),
        review: z
          .object({
            stars: z.number().int(),
            title: z.string(),
            text: z.string(),
            name: z.string(),
            state: z.enum(reviewStates),
            decline_reason: z.enum(declineReasons).nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

/** What its author enters, and what is shown of it. */
const reviewFields = {
  stars: z.coerce
    .number('Please choose a star rating.')
    .int('Please choose a star rating.')
    .min(1, 'Please choose a star rating.')
    .max(5, 'Please choose a star rating.'),
  title: oneLine().min(2, 'Please enter a title.').max(80, 'Please enter at most 80 characters.'),
  text: z
    .string()
    .trim()
    .min(10, 'Please write at least 10 characters.')
    .max(3000, 'Please write at most 3000 characters.')
    .refine(isPlainText, 'Please write plain text.'),
  name: oneLine().min(2, 'Please enter the name to show.').max(40, 'Please enter at most 40 characters.'),
} as const

/** Writes or changes a review of a delivered product; staff read it before others do. */
export const writeReview = defineEndpoint({
  name: 'writeReview',
  method: 'POST',
  path: '/api/review',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied',
  limit: ['guess'],
  payload: z.object({ ...reviewedOrder, product, ...reviewFields }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'LINK_EXPIRED', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/** Deletes it. */
export const removeReview = defineEndpoint({
  name: 'removeReview',
  method: 'POST',
  path: '/api/review/remove',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied',
  limit: ['guess'],
  payload: z.object({ ...reviewedOrder, product }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

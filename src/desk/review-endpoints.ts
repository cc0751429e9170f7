import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { declineReasons, reviewFlags, reviewStates } from '#review/rules/review.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const DeskReview = z.object({
  id: z.string(),
  /** Of the text; a decision names it. */
  version: z.number().int(),
  product: z.string(),
  stars: z.number().int(),
  title: z.string(),
  text: z.string(),
  /** As it is shown. */
  name: z.string(),
  state: z.enum(reviewStates),
  flags: z.array(z.enum(reviewFlags)),
  decline_reason: z.enum(declineReasons).nullable(),
  written_at: z.string(),
  decided_at: z.string().nullable(),
})

export type DeskReview = z.output<typeof DeskReview>

/** The reviews in one state: those that wait the oldest first, the others by the latest decision. */
export const listDeskReviews = defineEndpoint({
  ...reads,
  name: 'listDeskReviews',
  method: 'GET',
  path: '/api/desk/reviews/',
  permission: 'reviews',
  payload: z.object({ state: z.enum(reviewStates).default('waiting') }),
  reply: z.object({
    /** At most 50. */
    reviews: z.array(DeskReview),
    /** How many wait. */
    waiting: z.number().int(),
  }),
  errors: readErrors,
})

/** Publishes the version that was read, or declines it with a reason that its author reads. */
export const decideDeskReview = defineEndpoint({
  ...reads,
  name: 'decideDeskReview',
  method: 'POST',
  path: '/api/desk/reviews/{id}/decide/',
  permission: 'reviews',
  payload: z.object({
    id: z.uuid(),
    version: z.coerce.number().int().min(1),
    /** Without a reason it is published. */
    decline_reason: z.enum(declineReasons, 'Please choose a reason.').optional(),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

import { z } from 'zod'

/** When buyers are asked for a review: `content/reviews.json`. */
export const ReviewPolicy = z
  .strictObject({
    /** Days after the delivery; a product is tried first. */
    ask_after_days: z.int().min(1).max(365),
    /** Days after which nobody is asked any more, so that a shop that begins to ask does not write to the buyers of years. */
    ask_until_days: z.int().min(2).max(730),
  })
  .refine((policy) => policy.ask_after_days < policy.ask_until_days, {
    path: ['ask_after_days'],
    message: 'Must be less than ask_until_days',
  })

export type ReviewPolicy = z.output<typeof ReviewPolicy>

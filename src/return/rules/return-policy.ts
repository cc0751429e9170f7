import { z } from 'zod'

/** What the shop promises of returns: `content/returns.json`. */
export const ReturnPolicy = z
  .strictObject({
    /** Who pays for the way back: the shop with a prepaid label, where its carrier sells one, or the buyer. */
    postage_paid_by: z.enum(['shop', 'buyer']),
    /** Days after its request on which a return that never came expires. */
    expires_after_days: z.int().min(2).max(365),
    /** Days before that on which its buyer is reminded once. */
    remind_days_before: z.int().min(1).max(30),
  })
  .refine((policy) => policy.remind_days_before < policy.expires_after_days, {
    path: ['remind_days_before'],
    message: 'Must be less than expires_after_days',
  })

export type ReturnPolicy = z.output<typeof ReturnPolicy>

import { z } from 'zod'

/** Until when something can be reported, and what is resolved without an operator: `content/problems.json`. */
export const ProblemPolicy = z.strictObject({
  /** Days after a shipment left in which something of it can be reported. */
  report_within_days: z.int().min(1).max(365),
  /** The refund of the lines, tax included, up to which a problem is resolved as its buyer chooses; 0: never. */
  automatic_up_to_cents: z.int().min(0),
  /** Of an account, at most one problem is resolved that way in so many days. */
  automatic_every_days: z.int().min(1).max(3650),
})

export type ProblemPolicy = z.output<typeof ProblemPolicy>

import { z } from 'zod'

/** What follows from disputes and warnings: `content/disputes.json`. */
export const DisputePolicy = z.strictObject({
  /** What the disputed charge paid is not charged again, and paused. */
  stop_subscriptions: z.boolean(),
  /** Paused ones go on by themselves when the shop wins; otherwise their members resume them. */
  resume_when_won: z.boolean(),
  /** What has not left of the order is held back. */
  hold_shipments: z.boolean(),
  /** It ships after all when the shop wins or an inquiry is closed. */
  release_when_won: z.boolean(),
  /** Mails to the shop about each dispute and warning. */
  tell_operators: z.boolean(),
  /** Days before the last day for evidence on which the shop is reminded. */
  remind_days_before: z.int().min(1).max(30),
  /** What has not left of an order is held back after a bank's warning of fraud. */
  hold_after_fraud_warning: z.boolean(),
})

export type DisputePolicy = z.output<typeof DisputePolicy>

import { z } from 'zod'
import { accountJobPayloads } from '#account/mails/account-mail-jobs.ts'
import { contactMailPayloads } from '#contact/mails/contact-mail-jobs.ts'
import { disputeJobPayloads } from '#dispute/mails/dispute-mail-jobs.ts'
import { giftMailPayloads } from '#gift/mails/gift-mail-jobs.ts'
import { newsletterMailPayloads } from '#newsletter/mails/newsletter-mail-jobs.ts'
import { orderMailPayloads } from '#order/mails/order-mail-jobs.ts'
import { shipmentMailPayloads } from '#order/mails/shipment-mail-jobs.ts'
import { refundMailPayloads } from '#refund/mails/refund-mail-jobs.ts'
import { problemMailPayloads } from '#return/mails/problem-mail-jobs.ts'
import { reviewMailPayloads } from '#review/mails/review-mail-jobs.ts'
import { returnMailPayloads } from '#return/mails/return-mail-jobs.ts'
import type { JobShapes } from '#platform/jobs.ts'
import { subscriptionMailPayloads } from '#subscription/mails/subscription-mail-jobs.ts'
import { withdrawalJobPayloads } from '#withdrawal/server/withdrawal-jobs.ts'
import { AnalyticsEvent } from '#analytics/server/report-jobs.ts'

/** Every kind of job with its payload: ids only, the facts are gathered when the job is done. */
export const jobPayloads = {
  ...orderMailPayloads,
  ...shipmentMailPayloads,
  ...returnMailPayloads,
  ...problemMailPayloads,
  ...reviewMailPayloads,
  ...subscriptionMailPayloads,
  ...refundMailPayloads,
  ...giftMailPayloads,
  ...newsletterMailPayloads,
  ...contactMailPayloads,
  ...accountJobPayloads,
  ...disputeJobPayloads,
  ...withdrawalJobPayloads,
  'card: pay subscriptions': z.object({ cardRequestId: z.uuid() }),
  'desk: reconcile': z.object({ reconciliationId: z.uuid() }),
  'desk: import tracking': z.object({ importId: z.uuid() }),
  'coupon: make batch': z.object({ couponBatchId: z.uuid() }),
  'loyalty: profile completed': z.object({ accountId: z.uuid() }),
  'analytics: report': AnalyticsEvent,
  'analytics: deliver': z.object({ batchId: z.uuid() }),
} as const satisfies JobShapes

export type ShopJobPayloads = typeof jobPayloads

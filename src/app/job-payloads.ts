import { z } from 'zod'
import type { JobShapes } from '#platform/jobs.ts'
import { accountJobPayloads } from './account-mail-jobs.ts'
import { AnalyticsEvent } from './analytics-jobs.ts'

const OrderMail = z.object({ orderId: z.uuid(), accountId: z.uuid() })

const SubscriptionMail = z.object({
  subscriptionId: z.uuid(),
  accountId: z.uuid(),
  changeId: z.uuid(),
  side: z.enum(['after', 'before']),
})

/** Every kind of job with its payload: ids only, the facts are gathered when the job is done. */
export const jobPayloads = {
  'mail: order confirmation': OrderMail,
  'mail: order shipped': OrderMail,
  'mail: renewal charged': OrderMail,
  'mail: renewal declined': z.object({
    subscriptionId: z.uuid(),
    accountId: z.uuid(),
    cycle: z.number().int(),
  }),
  'mail: subscription notice': z.object({ noticeId: z.uuid() }),
  'mail: subscription canceled': SubscriptionMail,
  'mail: subscription changed': SubscriptionMail,
  'mail: set password': z.object({ accountId: z.uuid(), reason: z.enum(['new-account', 'recover']) }),
  'mail: withdrawal': z.object({ withdrawalId: z.uuid() }),
  'withdrawal: end subscriptions': z.object({ withdrawalId: z.uuid() }),
  'order: cancel': z.object({ orderId: z.uuid() }),
  'card: pay subscriptions': z.object({ cardRequestId: z.uuid() }),
  'mail: refund': z.object({ refundId: z.uuid() }),
  'loyalty: profile completed': z.object({ accountId: z.uuid() }),
  'analytics: report': AnalyticsEvent,
  'analytics: deliver': z.object({ batchId: z.uuid() }),
  'mail: newsletter issue': z.object({ issueId: z.uuid(), subscriberId: z.uuid() }),
  'mail: newsletter test': z.object({ issueId: z.uuid(), email: z.string() }),
  'mail: gift': z.object({
    giftId: z.uuid(),
    mail: z.enum(['claim', 'reminder', 'unclaimed', 'claimed', 'refused']),
  }),
  'mail: message': z.object({ messageId: z.uuid() }),
  'mail: cart reminder': z.object({ subscriberId: z.uuid(), cartId: z.uuid() }),
  'mail: newsletter confirm': z.object({ subscriberId: z.uuid() }),
  'mail: newsletter welcome': z.object({ subscriberId: z.uuid() }),
  ...accountJobPayloads,
} as const satisfies JobShapes

export type ShopJobPayloads = typeof jobPayloads

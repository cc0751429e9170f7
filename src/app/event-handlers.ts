import { recordRefund, recordReversal } from '#order/server/orders.ts'
import { refundContents } from '#payment/refund/server/refund-facts.ts'
import { refundTerms } from '#subscription/server/subscriptions.ts'
import { endReturnsOf } from '#return/server/returns.ts'
import { applyRefund, holdWhileRefunding } from '#refund/server/operator-refunds.ts'
import { recordWebhookEvents } from '#partner/webhook/server/webhook-events.ts'
import { jobsAfter } from '#platform/jobs.ts'
import type { Jobs, JobsByEvent } from '#platform/jobs.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { accountMails } from '#account/mails/account-mail-jobs.ts'
import { catalogueMails } from '#catalogue/mails/catalogue-mail-jobs.ts'
import { contactMails } from '#contact/mails/contact-mail-jobs.ts'
import { disputeJobs } from '#dispute/mails/dispute-mail-jobs.ts'
import { giftMails } from '#gift/mails/gift-mail-jobs.ts'
import { newsletterMails } from '#newsletter/mails/newsletter-mail-jobs.ts'
import { orderMails } from '#order/mails/order-mail-jobs.ts'
import { shipmentMails } from '#order/mails/shipment-mail-jobs.ts'
import { refundMails } from '#refund/mails/refund-mail-jobs.ts'
import { problemMails } from '#return/mails/problem-mail-jobs.ts'
import { staffMails } from '#staff/mails/staff-mail-jobs.ts'
import { reviewMails } from '#review/mails/review-mail-jobs.ts'
import { returnMails } from '#return/mails/return-mail-jobs.ts'
import { subscriptionMails } from '#subscription/mails/subscription-mail-jobs.ts'
import { analyticsEventsIn } from '#analytics/server/report-jobs.ts'
import type { ShopJobPayloads } from './jobs.ts'

/** Handlers of events other than mails. */
const followUps = {
  'card-saved': ({ cardRequestId }) => [{ kind: 'card: pay subscriptions', payload: { cardRequestId } }],
  'order-cancel-requested': ({ orderId }) => [{ kind: 'order: cancel', payload: { orderId } }],
  'events-to-deliver': ({ batchId }) => [{ kind: 'analytics: deliver', payload: { batchId } }],
  'reconciliation-requested': ({ reconciliationId }) => [
    { kind: 'desk: reconcile', payload: { reconciliationId } },
  ],
  'tracking-import-due': ({ importId }) => [{ kind: 'desk: import tracking', payload: { importId } }],
  'pages-changed': ({ fact }) => [{ kind: 'web: purge CDN', payload: { fact } }],
  'bulk-action-due': ({ bulkId }) => [{ kind: 'desk: bulk act', payload: { bulkId } }],
  'order-export-due': ({ exportId }) => [{ kind: 'desk: write export', payload: { exportId } }],
  'coupon-batch-requested': ({ couponBatchId }) => [
    { kind: 'coupon: make batch', payload: { couponBatchId } },
  ],
  'withdrawal-received': ({ withdrawalId }) => [
    { kind: 'mail: withdrawal', payload: { withdrawalId } },
    { kind: 'withdrawal: end subscriptions', payload: { withdrawalId } },
  ],
  'buyers-forgotten': ({ processor, customers, charges }) => [
    {
      kind: 'payment: delete customers',
      payload: { processor, customers: [...customers], charges: [...charges] },
    },
  ],
  'survey-completed': ({ accountId, completesProfile }) =>
    completesProfile ? [{ kind: 'loyalty: profile completed', payload: { accountId } }] : [],
  // Counted (`analytics/server/report-jobs.ts`), and nothing else.
  'subscription-terms-changed': () => [],
  'renewal-recovered': () => [],
  // Sent to partners (`webhook-events.ts`), and nothing else.
  'order-canceled': () => [],
  'subscription-started': () => [],
  'subscription-state-changed': () => [],
  'account-opened': () => [],
  'account-changed': () => [],
  'consent-changed': () => [],
  // The shipment may be released, and operators see the refund.
  'refund-refused': () => [],
  'refund-reversed': () => [],
} satisfies Partial<JobsByEvent<ShopJobPayloads>>

/** The jobs that follow from each event; an event without an entry does not compile. */
const jobsByEvent: JobsByEvent<ShopJobPayloads> = {
  ...accountMails,
  ...orderMails,
  ...shipmentMails,
  ...returnMails,
  ...problemMails,
  ...staffMails,
  ...reviewMails,
  ...subscriptionMails,
  ...refundMails,
  ...giftMails,
  ...contactMails,
  ...catalogueMails,
  ...newsletterMails,
  ...disputeJobs,
  ...followUps,
}

/**
 * Writes what follows from a transaction's events inside that transaction: the ledger entries of refunds, the end of returns that
 * a withdrawal replaces, what is sent to partners, and all jobs in one statement.
 */
export const createEventHandler =
  (jobs: Jobs<ShopJobPayloads>, state: AppDeps['state'], hasCdn: boolean): AppDeps['handleEvents'] =>
  async (tx, published) => {
    const events = hasCdn ? published : published.filter(({ kind }) => kind !== 'pages-changed')
    if (events.length === 0) return
    for (const event of events) {
      if (event.kind === 'refund-refused') await holdWhileRefunding(tx, event.orderId)
      if (event.kind === 'refund-reversed') {
        await recordReversal(tx, event)
        await holdWhileRefunding(tx, event.orderId)
      }
      if (event.kind === 'withdrawal-received') await endReturnsOf(tx, event.orderId)
      if (event.kind !== 'refund-settled') continue
      const { orderId } = event
      const recorded = await recordRefund(tx, { ...event, ...(await refundContents(tx.db, event.refundId)) })
      if (recorded.isFullyRefunded) await refundTerms(tx, orderId)
      await applyRefund(tx, orderId, recorded)
    }
    await recordWebhookEvents(tx, state, events)
    const analyticsEvents = await analyticsEventsIn(tx, events)
    const reports = analyticsEvents.map((payload) => ({ kind: 'analytics: report' as const, payload }))
    await jobs.add(tx, [...events.flatMap((event) => jobsAfter(jobsByEvent, event.kind, event)), ...reports])
  }

import { z } from 'zod'
import { accountJobPayloads, createAccountMailJobs } from '#account/mails/account-mail-jobs.ts'
import { deliverBatch } from '#analytics/server/deliveries.ts'
import type { Destination } from '#analytics/server/destination.ts'
import { AnalyticsEvent, createEventJobs } from '#analytics/server/report-jobs.ts'
import { catalogueMailPayloads, createCatalogueMailJobs } from '#catalogue/mails/catalogue-mail-jobs.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { contactMailPayloads, createContactMailJobs } from '#contact/mails/contact-mail-jobs.ts'
import { makeBatchCodes } from '#coupon/server/coupon-batches.ts'
import { runBulk } from '#desk/server/run-bulk.ts'
import { writeExport } from '#desk/server/write-export.ts'
import { importTracking } from '#desk/server/import-tracking.ts'
import { runReconciliation } from '#desk/server/reconcile-period.ts'
import { disputeJobPayloads, createDisputeMailJobs } from '#dispute/mails/dispute-mail-jobs.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import { createDisputeJobs } from '#dispute/server/subscription-jobs.ts'
import { giftMailPayloads, createGiftMailJobs } from '#gift/mails/gift-mail-jobs.ts'
import { completeProfile } from '#loyalty/server/points.ts'
import type { PointsServices } from '#loyalty/server/points.ts'
import { newsletterMailPayloads, createNewsletterMailJobs } from '#newsletter/mails/newsletter-mail-jobs.ts'
import { orderMailPayloads, createOrderMailJobs } from '#order/mails/order-mail-jobs.ts'
import { sentMailRecorder } from '#order/mails/record-sent-mail.ts'
import { shipmentMailPayloads, createShipmentMailJobs } from '#order/mails/shipment-mail-jobs.ts'
import { deleteCustomers, forgottenBuyerPayloads } from '#payment/server/forget-buyers.ts'
import type { JobShapes, JobHandlers } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import { messageId } from '#platform/mail.ts'
import type { Mailer } from '#platform/mail.ts'
import { withLocalLinks } from '#platform/local-mail.ts'
import { withLocalNames } from '#platform/mail-texts.ts'
import { renderMail } from '#platform/render-mail.ts'
import { refundMailPayloads, createRefundMailJobs } from '#refund/mails/refund-mail-jobs.ts'
import { problemMailPayloads, createProblemMailJobs } from '#return/mails/problem-mail-jobs.ts'
import { returnMailPayloads, createReturnMailJobs } from '#return/mails/return-mail-jobs.ts'
import { reviewMailPayloads, createReviewMailJobs } from '#review/mails/review-mail-jobs.ts'
import { brand } from '#shared/brand.ts'
import { defaultLocale } from '#shared/locale.ts'
import { pageFacts } from '#shared/page-facts.ts'
import { createStaffMailJobs, staffMailPayloads } from '#staff/mails/staff-mail-jobs.ts'
import {
  subscriptionMailPayloads,
  createSubscriptionMailJobs,
} from '#subscription/mails/subscription-mail-jobs.ts'
import type { NoticeDeps } from '#subscription/renewal/server/notices-due.ts'
import type { RenewalDeps } from '#subscription/renewal/server/renew-due.ts'
import { withdrawalJobPayloads, createWithdrawalJobs } from '#withdrawal/server/withdrawal-jobs.ts'
import { createCardJobs } from './card-payments.ts'
import { purgeCdn } from '../web/http/edge-settings.ts'
import type { CdnPurge } from '../web/http/edge-settings.ts'

/** Every kind of job with its payload: ids only, the facts are gathered when the job is done. */
export const jobPayloads = {
  ...orderMailPayloads,
  ...shipmentMailPayloads,
  ...returnMailPayloads,
  ...problemMailPayloads,
  ...staffMailPayloads,
  ...reviewMailPayloads,
  ...subscriptionMailPayloads,
  ...refundMailPayloads,
  ...giftMailPayloads,
  ...newsletterMailPayloads,
  ...contactMailPayloads,
  ...catalogueMailPayloads,
  ...accountJobPayloads,
  ...disputeJobPayloads,
  ...withdrawalJobPayloads,
  ...forgottenBuyerPayloads,
  'card: pay subscriptions': z.object({ cardRequestId: z.uuid() }),
  'desk: reconcile': z.object({ reconciliationId: z.uuid() }),
  'desk: import tracking': z.object({ importId: z.uuid() }),
  'web: purge CDN': z.object({ fact: z.enum(pageFacts) }),
  'desk: bulk act': z.object({ bulkId: z.uuid() }),
  'desk: write export': z.object({ exportId: z.uuid() }),
  'coupon: make batch': z.object({ couponBatchId: z.uuid() }),
  'loyalty: profile completed': z.object({ accountId: z.uuid() }),
  'analytics: report': AnalyticsEvent,
  'analytics: deliver': z.object({ batchId: z.uuid() }),
} as const satisfies JobShapes

export type ShopJobPayloads = typeof jobPayloads

interface VisitorJobServices extends PointsServices, RenewalDeps {
  readonly destinations: readonly Destination[]
  readonly cdnPurge: CdnPurge | null
}

/** Jobs for what visitors and members send. */
export const createVisitorJobs = (
  services: VisitorJobServices,
): Pick<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report' | 'web: purge CDN'
> => ({
  'web: purge CDN': ({ fact }) => purgeCdn(services.deps, services.cdnPurge, fact),
  'loyalty: profile completed': ({ accountId }) => completeProfile(services, accountId),
  ...createEventJobs(services),
  'analytics: deliver': ({ batchId }) => deliverBatch(services, batchId),
})

interface MailServices extends RenewalDeps, NoticeDeps, DisputeServices {
  readonly mailer: Mailer
}

type MailJobs = Omit<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report' | 'web: purge CDN'
>

/** Renders and sends; what the mail server has taken about an order is remembered, so that what failed is not. */
const createSend = ({ deps, mailer }: MailServices): SendMail => {
  const record = sentMailRecorder(deps)
  return async (id, to, written, { about, ...extras } = {}) => {
    const { planNames } = await readCatalogue(deps)
    const document = withLocalNames(written, planNames(written.locale ?? defaultLocale))
    await mailer.send({ id, to, ...extras, ...(await renderMail(withLocalLinks(document, deps.publicUrl))) })
    deps.reachCrashPoint('mail: sent')
    if (about === undefined) return
    await record({ about, messageId: messageId(id, brand.mailFrom), to, subject: document.subject })
  }
}

/** The worker's jobs for each kind of mail: gather the facts through the modules' public APIs, render, send. */
export const createMailJobs = (services: MailServices): MailJobs => {
  const send = createSend(services)
  return {
    ...createOrderMailJobs(services, send),
    ...createShipmentMailJobs(services.deps, send),
    ...createReturnMailJobs(services.deps, send),
    ...createProblemMailJobs(services.deps, send),
    ...createStaffMailJobs(services.deps, send),
    ...createReviewMailJobs(services.deps, send),
    ...createSubscriptionMailJobs(services, send),
    ...createRefundMailJobs(services.deps, send),
    ...createWithdrawalJobs(services),
    ...createGiftMailJobs(services.deps, send),
    ...createCardJobs(services),
    'payment: delete customers': (buyers) => deleteCustomers(services, buyers),
    ...createDisputeMailJobs(services, send),
    ...createDisputeJobs(services),
    'desk: import tracking': ({ importId }) => importTracking(services.deps, importId),
    'desk: bulk act': ({ bulkId }) => runBulk(services.deps, bulkId),
    'desk: write export': ({ exportId }) => writeExport(services.deps, exportId),
    'coupon: make batch': ({ couponBatchId }) => makeBatchCodes(services.deps, couponBatchId),
    'desk: reconcile': ({ reconciliationId }) => runReconciliation(services, reconciliationId),
    ...createNewsletterMailJobs(services.deps, send),
    ...createContactMailJobs(services.deps, send),
    ...createCatalogueMailJobs(services.deps, send),
    ...createAccountMailJobs(services.deps, send),
  }
}

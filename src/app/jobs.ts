import { createAccountMailJobs } from '#account/mails/account-mail-jobs.ts'
import { accountById } from '#account/server/accounts.ts'
import { deliverBatch } from '#analytics/server/deliveries.ts'
import type { Destination } from '#analytics/server/destination.ts'
import { createContactMailJobs } from '#contact/mails/contact-mail-jobs.ts'
import { makeBatchCodes } from '#coupon/server/coupon-batches.ts'
import { importTracking } from '#desk/server/import-tracking.ts'
import { runReconciliation } from '#desk/server/reconcile-period.ts'
import { createDisputeMailJobs } from '#dispute/mails/dispute-mail-jobs.ts'
import type { DisputeServices } from '#dispute/server/follow-dispute.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { createGiftMailJobs } from '#gift/mails/gift-mail-jobs.ts'
import { completeProfile } from '#loyalty/server/points.ts'
import { createNewsletterMailJobs } from '#newsletter/mails/newsletter-mail-jobs.ts'
import { createOrderMailJobs } from '#order/mails/order-mail-jobs.ts'
import { createProblemMailJobs } from '#return/mails/problem-mail-jobs.ts'
import { createReturnMailJobs } from '#return/mails/return-mail-jobs.ts'
import { createReviewMailJobs } from '#review/mails/review-mail-jobs.ts'
import { createShipmentMailJobs } from '#order/mails/shipment-mail-jobs.ts'
import { orderById } from '#order/server/orders.ts'
import { createRefundMailJobs } from '#refund/mails/refund-mail-jobs.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import type { SendMail } from '#platform/mail-document.ts'
import type { Mailer } from '#platform/mail.ts'
import { renderMail } from '#platform/render-mail.ts'
import { createSubscriptionMailJobs } from '#subscription/mails/subscription-mail-jobs.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { commitChange } from '#subscription/change/server/change-subscription.ts'
import type { RenewalTools } from '#subscription/renewal/server/renew-due.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'
import { endsSubscriptions } from '#withdrawal/rules/withdrawal-offer.ts'
import { cancelOrder, withdrawalById } from '#withdrawal/server/withdrawals.ts'
import { createEventJobs } from './analytics-jobs.ts'
import { createCardJobs } from './card-payments.ts'
import { createDisputeJobs } from './dispute-jobs.ts'
import type { ShopJobPayloads } from './job-payloads.ts'

interface VisitorJobServices extends ExperimentServices, RenewalTools {
  readonly destinations: readonly Destination[]
}

/** Jobs for what visitors and members send. */
export const createVisitorJobs = (
  services: VisitorJobServices,
): Pick<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report'
> => ({
  'loyalty: profile completed': ({ accountId }) => completeProfile(services, accountId),
  ...createEventJobs(services),
  'analytics: deliver': ({ batchId }) => deliverBatch(services, batchId),
})

/** Jobs after a withdrawal other than mails. */
const createWithdrawalJobs = (services: RenewalTools) => ({
  // Canceled before, it stays as it is; it ships days later.
  'order: cancel': async ({ orderId }: { readonly orderId: string }): Promise<void> =>
    void (await cancelOrder(services, orderId, async () => undefined)),
  'withdrawal: end subscriptions': async (payload: { readonly withdrawalId: string }): Promise<void> => {
    const { database } = services.deps
    const withdrawal = await withdrawalById(database, payload.withdrawalId)
    if (!withdrawal) return
    const order = await orderById(database, withdrawal.orderId)
    const account = await accountById(database, withdrawal.accountId)
    if (!account || !endsSubscriptions(order, withdrawal.kind)) return
    const member = { accountId: withdrawal.accountId, email: account.email }
    for (const { subscriptionId: id } of order.lines) {
      const subscription = id === null ? null : await subscriptionById(services, id)
      if (!subscription || !isLive(subscription.terms.state)) continue
      // The case identifies the change, so that a job that runs again changes nothing.
      await commitChange(
        services,
        member,
        subscription.id,
        { action: 'cancel' },
        { request_id: withdrawal.id },
      )
    }
  },
})

interface MailServices extends RenewalTools, DisputeServices {
  readonly mailer: Mailer
}

type MailJobs = Omit<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report'
>

/** The worker's jobs for each kind of mail: gather the facts through the modules' public APIs, render, send. */
export const createMailJobs = (services: MailServices): MailJobs => {
  const send: SendMail = async (id, to, document, extras) => {
    await services.mailer.send({ id, to, ...extras, ...(await renderMail(document)) })
    services.deps.reachCrashPoint('mail: sent')
  }
  return {
    ...createOrderMailJobs(services, send),
    ...createShipmentMailJobs(services.deps, send),
    ...createReturnMailJobs(services.deps, send),
    ...createProblemMailJobs(services.deps, send),
    ...createReviewMailJobs(services.deps, send),
    ...createSubscriptionMailJobs(services, send),
    ...createRefundMailJobs(services.deps, send),
    ...createWithdrawalJobs(services),
    ...createGiftMailJobs(services.deps, send),
    ...createCardJobs(services),
    ...createDisputeMailJobs(services, send),
    ...createDisputeJobs(services),
    'desk: import tracking': ({ importId }) => importTracking(services.deps, importId),
    'coupon: make batch': ({ couponBatchId }) => makeBatchCodes(services.deps, couponBatchId),
    'desk: reconcile': ({ reconciliationId }) => runReconciliation(services, reconciliationId),
    ...createNewsletterMailJobs(services.deps, send),
    ...createContactMailJobs(services.deps, send),
    ...createAccountMailJobs(services.deps, send),
  }
}

import { accountsErasedSince, forgetEndedSessions, forgetUsedLinks } from '#account/server/accounts.ts'
import { forgetOldVisits } from '#analytics/server/visits.ts'
import { forgetAbandonedCarts } from '#cart/server/carts.ts'
import { forgetDeclinedCheckouts } from '#checkout/server/checkouts.ts'
import { anonymizeDeclinedCharges } from '#payment/charge/server/payments.ts'
import { forgetMessagesBefore } from '#contact/server/messages.ts'
import { forgetApprovalsBefore, forgetApprovalsOf } from '#desk/server/approvals.ts'
import { forgetImportsBefore } from '#desk/server/import-tracking.ts'
import { forgetNotesOf } from '#desk/server/notes.ts'
import { forgetAnswersBefore } from '#contact/server/threads.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { forgetJobsBefore } from '#platform/job-history.ts'
import { forgetMails } from '#platform/mail.ts'
import { forgetEndedCounters } from '#platform/rate-counters.ts'
import { forgetGiftAddresses } from '#gift/server/erase-recipient.ts'
import { inTransaction } from '#platform/transaction.ts'
import { replyLife } from '#partner/rules/stored-request.ts'
import { forgetRequests } from '#partner/server/request-store.ts'
import { forgetEvents } from '#partner/webhook/server/event-store.ts'
import { forgetPhotosBefore } from '#return/server/problems.ts'
import { eraseReturnTexts } from '#return/server/returns.ts'
import { eraseReviewsOf, forgetDeclinedReviews } from '#review/server/reviews.ts'
import { forgetReviewRequestsOf } from '#review/server/review-requests.ts'
import { eraseCancellationReasonsOf } from '#subscription/server/subscriptions.ts'
import { forgetEndedStaffSessions, forgetUsedStaffLinks } from '#staff/server/staff-members.ts'
import { eraseInspectionTexts } from '#withdrawal/server/withdrawals.ts'
import type { Retention } from '#shared/retention.ts'
import { isDueOnceIn } from '#platform/once-in.ts'

export interface RetentionServices {
  readonly deps: AppDeps
  readonly retention: Retention
  readonly outboxFolder: string
}

/** Rows of one statement: few enough that nobody waits for them. */
const batch = 500

/** Batches of one run; the rest waits for the next one. */
const maxBatches = 40

type Forget = (tx: Tx, before: Temporal.Instant, limit: number) => Promise<number>

/** Deletes in small separate transactions, so that an interrupted run has done its part. */
const inBatches = async (deps: AppDeps, days: number, forget: Forget): Promise<void> => {
  for (let round = 0; round < maxBatches; round += 1) {
    const forgotten = await inTransaction(deps, (tx) =>
      forget(tx, tx.now.subtract({ hours: days * 24 }), batch),
    )
    if (forgotten < batch) return
  }
}

/** Hours within which the processes of the release before are replaced. */
const upgradeHours = 48

/** What a process of the release before left when it erased an account: the tables and columns that came after it. */
const eraseLeftBehind = async (tx: Tx): Promise<void> => {
  for (const id of await accountsErasedSince(tx.db, tx.now.subtract({ hours: upgradeHours }))) {
    await forgetNotesOf(tx, id)
    await forgetApprovalsOf(tx, id)
    await eraseReviewsOf(tx, id)
    await forgetReviewRequestsOf(tx, id)
    await eraseCancellationReasonsOf(tx, id)
    await eraseReturnTexts(tx, id)
    await eraseInspectionTexts(tx, id)
  }
}

/**
 * Deletes what is not needed anymore, by the periods of `content/retention.json`, at most once an hour. Safe in several
 * processes: each row is deleted by one of them. What accounting and tax law require stays: orders, invoices,
 * successful charges.
 */
export const applyRetention = async ({ deps, retention, outboxFolder }: RetentionServices): Promise<void> => {
  if (!(await isDueOnceIn(deps, 'retention', 3600))) return
  await inBatches(deps, retention.carts, forgetAbandonedCarts)
  await inBatches(deps, retention.declined_checkouts, forgetDeclinedCheckouts)
  await inBatches(deps, retention.declined_checkouts, anonymizeDeclinedCharges)
  await inBatches(deps, retention.ended_sessions, forgetEndedSessions)
  await inBatches(deps, retention.used_links, forgetUsedLinks)
  await inBatches(deps, retention.ended_sessions, forgetEndedStaffSessions)
  await inBatches(deps, retention.used_links, forgetUsedStaffLinks)
  await inBatches(deps, retention.problem_photos, forgetPhotosBefore)
  await inBatches(deps, retention.contact_messages, forgetMessagesBefore)
  await inBatches(deps, retention.contact_messages, forgetAnswersBefore)
  await inBatches(deps, retention.declined_reviews, forgetDeclinedReviews)
  await inBatches(deps, retention.tracking_imports, forgetImportsBefore)
  await inBatches(deps, retention.decided_approvals, forgetApprovalsBefore)
  await inBatches(deps, retention.jobs, forgetJobsBefore)
  await inBatches(deps, retention.webhook_events, forgetEvents)
  await inBatches(deps, replyLife.total('days'), forgetRequests)
  await inTransaction(deps, forgetGiftAddresses)
  await inTransaction(deps, eraseLeftBehind)
  await forgetOldVisits(deps, retention)
  await forgetEndedCounters(deps)
  const mailsBefore = deps.clock.now().subtract({ hours: retention.mail_files * 24 })
  await forgetMails(outboxFolder, ({ sentAt }) => Temporal.Instant.compare(sentAt, mailsBefore) < 0)
}

import {
  accountsErasedSince,
  forgetEndedSessions,
  forgetPasswordChoices,
  forgetUnconfirmedMailboxes,
  forgetUsedLinks,
} from '#account/server/accounts.ts'
import { forgetDeliveriesBefore } from '#analytics/server/deliveries.ts'
import { forgetEventsBefore } from '#analytics/server/visits.ts'
import { forgetAbandonedCarts } from '#cart/server/carts.ts'
import { forgetDeclinedCheckouts, forgetGiftRecipient } from '#checkout/server/checkouts.ts'
import { anonymizeDeclinedCharges } from '#payment/server/forget-buyers.ts'
import { forgetMessagesBefore } from '#contact/server/messages.ts'
import { forgetApprovalsBefore, forgetApprovalsOf } from '#desk/server/approvals.ts'
import { forgetBulksBefore } from '#desk/server/run-bulk.ts'
import { forgetExportsBefore } from '#desk/server/write-export.ts'
import { forgetExperimentsOf, forgetVisitorsBefore } from '#experiment/server/experiments.ts'
import { forgetImportsBefore } from '#desk/server/import-tracking.ts'
import { forgetNotesOf } from '#desk/server/notes.ts'
import { forgetAnswersBefore } from '#contact/server/threads.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { forgetJobsBefore } from '#platform/job-history.ts'
import { forgetMails } from '#platform/mail.ts'
import { forgetEndedCounters } from '#platform/rate-counters.ts'
import { forgetOrderMailsBefore, forgetOrderMailsOf } from '#order/server/orders.ts'
import { forgetCanceledGifts, forgetGiftAddresses } from '#gift/server/gifts.ts'
import { forgetClicksBefore } from '#newsletter/server/campaigns.ts'
import { forgetBouncesBefore } from '#newsletter/server/suppressions.ts'
import { forgetUnconfirmedSubscribers } from '#newsletter/server/subscribers.ts'
import { inTransaction } from '#platform/transaction.ts'
import { replyLife } from '#partner/rules/stored-request.ts'
import { forgetTokens } from '#partner/app/server/apps.ts'
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
import { isOutage } from '#subscription/renewal/server/park-failed.ts'

export interface RetentionServices {
  readonly deps: AppDeps
  readonly retention: Retention
  readonly outboxFolder: string
}

/** Rows of one statement: few enough that nobody waits for them. */
const batch = 500

/** Batches of one run for each kind of data; what is left goes in the next run of this process, without the hour between. */
const maxBatches = 40

type Forget = (tx: Tx, before: Temporal.Instant, limit: number) => Promise<number>

/** Deletes in small separate transactions, so that an interrupted run has done its part. Whether there may be more. */
const inBatches = async (deps: AppDeps, days: number, forget: Forget): Promise<boolean> => {
  for (let round = 0; round < maxBatches; round += 1) {
    const forgotten = await inTransaction(deps, (tx) =>
      forget(tx, tx.now.subtract({ hours: days * 24 }), batch),
    )
    if (forgotten < batch) return false
  }
  return true
}

/** A gift is also in the checkout that bought it. */
const forgetRecipientsOfCanceled: Forget = async (tx, before, limit) => {
  const { count, checkoutIds } = await forgetCanceledGifts(tx, before, limit)
  if (checkoutIds.length > 0) await forgetGiftRecipient(tx, checkoutIds, [])
  return count
}

const withPeriods: readonly (readonly [keyof Retention, Forget])[] = [
  ['carts', forgetAbandonedCarts],
  ['declined_checkouts', forgetDeclinedCheckouts],
  ['declined_checkouts', anonymizeDeclinedCharges],
  ['ended_sessions', forgetEndedSessions],
  ['used_links', forgetUsedLinks],
  ['unconfirmed', forgetUnconfirmedMailboxes],
  ['unconfirmed', forgetUnconfirmedSubscribers],
  ['canceled_gifts', forgetRecipientsOfCanceled],
  ['ended_sessions', forgetEndedStaffSessions],
  ['used_links', forgetUsedStaffLinks],
  ['order_mails', forgetOrderMailsBefore],
  ['problem_photos', forgetPhotosBefore],
  ['contact_messages', forgetMessagesBefore],
  ['contact_messages', forgetAnswersBefore],
  ['declined_reviews', forgetDeclinedReviews],
  ['tracking_imports', forgetImportsBefore],
  ['bulk_acts', forgetBulksBefore],
  ['decided_approvals', forgetApprovalsBefore],
  ['newsletter_clicks', forgetClicksBefore],
  ['newsletter_bounces', forgetBouncesBefore],
  ['jobs', forgetJobsBefore],
  ['webhook_events', forgetEvents],
  ['event_deliveries', forgetDeliveriesBefore],
  ['events', forgetEventsBefore],
  ['events', forgetVisitorsBefore],
]

/** Hours within which the processes of the release before are replaced. */
const upgradeHours = 48

/** What a process of the release before left when it erased an account: the tables and columns that came after it. */
const eraseLeftBehind = async (tx: Tx): Promise<void> => {
  for (const id of await accountsErasedSince(tx.db, tx.now.subtract({ hours: upgradeHours }))) {
    await forgetPasswordChoices(tx, id)
    await forgetNotesOf(tx, id)
    await forgetApprovalsOf(tx, id)
    await eraseReviewsOf(tx, id)
    await forgetReviewRequestsOf(tx, id)
    await forgetExperimentsOf(tx, id)
    await forgetOrderMailsOf(tx, id)
    await eraseCancellationReasonsOf(tx, id)
    await eraseReturnTexts(tx, id)
    await eraseInspectionTexts(tx, id)
  }
}

const forgetOldMails = async ({ deps, retention, outboxFolder }: RetentionServices): Promise<void> => {
  const before = deps.clock.now().subtract({ hours: retention.mail_files * 24 })
  await forgetMails(outboxFolder, ({ sentAt }) => Temporal.Instant.compare(sentAt, before) < 0)
}

type Step = () => Promise<boolean>

const once = (run: () => Promise<unknown>): Step => {
  return async () => {
    await run()
    return false
  }
}

const stepsOf = (services: RetentionServices): readonly Step[] => {
  const { deps, retention } = services
  return [
    ...withPeriods.map(
      ([period, forget]): Step =>
        () =>
          inBatches(deps, retention[period], forget),
    ),
    () => inBatches(deps, replyLife.total('days'), forgetRequests),
    // They end by themselves after an hour.
    () => inBatches(deps, 1, forgetTokens),
    // Their links work for a day.
    () => inBatches(deps, 1, forgetExportsBefore),
    once(() => inTransaction(deps, forgetGiftAddresses)),
    once(() => inTransaction(deps, eraseLeftBehind)),
    once(() => forgetEndedCounters(deps)),
    once(() => forgetOldMails(services)),
  ]
}

/** Shops whose last run in this process left something. */
const behind = new WeakSet<AppDeps>()

/**
 * Deletes what is not needed anymore, by the periods of `content/retention.json`, at most once an hour, or again at once where a
 * run left something. Safe in several processes: each row is deleted by one of them. What accounting and tax law require stays:
 * orders, invoices, successful charges. One kind that cannot be deleted does not keep the others: its error is thrown at the end.
 */
export const applyRetention = async (services: RetentionServices): Promise<void> => {
  const { deps } = services
  if (!(await isDueOnceIn(deps, 'retention', 3600)) && !behind.has(deps)) return
  behind.delete(deps)
  const errors: unknown[] = []
  for (const step of stepsOf(services)) {
    try {
      if (await step()) behind.add(deps)
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      errors.push(thrown)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'several kinds of data could not be deleted')
}

import type { Kysely } from 'kysely'
import { listPlans } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { Subscription } from '../endpoints.ts'
import { eraseReasonsOf } from '../record/server/subscription-change-store.ts'
import { cycleDate } from '../record/rules/billing-schedule.ts'
import { declineKindIn, problemMessage } from '../dunning/rules/dunning.ts'
import type { DunningPolicy } from '../dunning/rules/dunning.ts'
import { prepaidTermFrom } from '../term/rules/prepaid-term.ts'
import { selectChargesInFlight } from '../renewal/server/open-cycles.ts'
import { cardUrl } from '../dunning/server/card-links.ts'
import { gatherKnownPreviewFacts } from '../renewal/server/renewal-preview-facts.ts'
import { selectUnpaidCases } from '../dunning/server/dunning-store.ts'
import { readLinkedRecords, logLostRecords } from '../record/server/linked-records.ts'
import type { PricingDeps } from '../renewal/server/renewal-facts.ts'
import { readSubscriptionsWithTerms } from '../record/server/terms-records.ts'
import {
  insertSubscriptions,
  selectSubscriptionById,
  selectSubscriptionOf,
  selectSubscriptionsOf,
} from '../record/server/subscription-store.ts'
import { selectNextActionOn } from '../record/server/subscription-queries.ts'
import { noticesDueNow, noticesNever } from '../record/server/subscription-columns.ts'
import type { SubscriptionDraft } from '../record/rules/subscription-draft.ts'
import type { SubscriptionRow } from '../record/server/subscription-store.ts'
import { selectLatestPrepaidTerms } from '../term/server/prepaid-term-store.ts'
import { wireSubscription } from './wire-subscription.ts'

export { refundPrepaidTerms as refundTerms } from '../term/server/prepaid-term-store.ts'

/** What showing subscriptions needs. */
export interface SubscriptionDeps extends PricingDeps {
  readonly dunning: Pick<DunningPolicy, 'link_days'>
}

/** What a purchase passes for each subscription that it starts. */
export type SubscriptionStart = Omit<SubscriptionDraft, 'anchorOn' | 'nextOrderOn'>

/** Starts subscriptions today: the anchor is the day of the purchase, the first renewal one interval later. */
export const startSubscriptions = async (tx: Tx, starts: readonly SubscriptionStart[]): Promise<void> => {
  const drafts = starts.map((start) => {
    const schedule = { anchorOn: tx.today, intervalMonths: start.intervalMonths }
    return { ...start, anchorOn: tx.today, nextOrderOn: cycleDate(schedule, 1) }
  })
  const prepaidTerms = drafts.map(
    ({ id: subscriptionId, accountId, orderId, anchorOn, nextOrderOn, intervalMonths: months }) => ({
      ...prepaidTermFrom(anchorOn, nextOrderOn, { cycle: 0, months }),
      subscriptionId,
      accountId,
      orderId,
    }),
  )
  await insertSubscriptions(tx, drafts, prepaidTerms)
}

/** The messages about declined cards, by subscription. */
const problemsOf = async (
  { deps, dunning }: SubscriptionDeps,
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, Subscription['payment_problem']>> => {
  const cases = await selectUnpaidCases(
    db,
    rows.map(({ id }) => id),
  )
  const problems = rows.flatMap((row) => {
    const dunningCase = cases.get(row.id)
    if (!dunningCase) return []
    const problem = {
      since: dunningCase.due_on,
      message: problemMessage(declineKindIn(dunningCase.decline_kind)),
      next_try_on: dunningCase.state === 'open' ? row.next_attempt_on : null,
      update_card_url: cardUrl(deps, dunning, dunningCase.id),
    }
    return [[row.id, problem] as const]
  })
  return new Map(problems)
}

const wireAll = async (
  services: SubscriptionDeps,
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> => {
  const all = await readSubscriptionsWithTerms(db, rows)
  const facts = await gatherKnownPreviewFacts(services, db, all)
  const plans = await listPlans(services.deps, db)
  const linkedRecords = await readLinkedRecords(db, all, plans)
  logLostRecords(services.deps.log, linkedRecords)
  const inFlight = await selectChargesInFlight(
    db,
    rows.map(({ id }) => id),
  )
  const today = dateIn(services.deps.clock.now(), brand.timeZone)
  const problems = await problemsOf(services, db, rows)
  const prepaidTerms = await selectLatestPrepaidTerms(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row, position) => {
    const [terms, records] = [all[position]?.terms, linkedRecords.get(row.id)]
    if (!terms || !records) throw new RangeError('one row makes one subscription')
    return wireSubscription({
      row,
      terms,
      ...records,
      facts: facts.get(row.id) ?? null,
      plan: plans.get(row.plan_code) ?? null,
      today,
      hasChargeInFlight: inFlight.has(row.id),
      chargeInFlight: inFlight.get(row.id) ?? null,
      problem: problems.get(row.id) ?? null,
      prepaidTerm: prepaidTerms.get(row.id) ?? null,
    })
  })
}

/** A member's subscriptions with their upcoming orders, the oldest first. */
export const subscriptionsOf = async (
  services: SubscriptionDeps,
  accountId: string,
): Promise<Subscription[]> => {
  const db = services.deps.database
  return wireAll(services, db, await selectSubscriptionsOf(db, accountId))
}

/** One of a member's subscriptions; NOT_FOUND also for another member's. */
export const subscriptionOf = async (
  services: SubscriptionDeps,
  accountId: string,
  id: string,
): Promise<Subscription> => {
  const db = services.deps.database
  const row = await selectSubscriptionOf(db, accountId, id)
  const [subscription] = row ? await wireAll(services, db, [row]) : []
  if (!subscription) throw new ShopError('NOT_FOUND')
  return subscription
}

/** For mails: the subscription of an event, of any member. */
export const subscriptionById = async (
  services: SubscriptionDeps,
  id: string,
): Promise<Subscription | null> => {
  const db = services.deps.database
  const row = await selectSubscriptionById(db, id)
  return row ? ((await wireAll(services, db, [row]))[0] ?? null) : null
}

/**
 * The earliest day on which a renewal is due, a pause ends or notices are checked; what is to be checked again is due
 * today.
 */
export const nextRenewalDate = async ({ clock, database }: AppDeps): Promise<Temporal.PlainDate | null> => {
  const on = await selectNextActionOn(database)
  if (on === null || on === noticesNever) return null
  return on === noticesDueNow ? dateIn(clock.now(), brand.timeZone) : Temporal.PlainDate.from(on)
}

/** Erases the reasons that a member gave for canceling; the cancellations stay. */
export const eraseCancellationReasonsOf = eraseReasonsOf

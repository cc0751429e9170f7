import type { Kysely } from 'kysely'
import { listPlans } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Work, World } from '#platform/world.ts'
import type { Subscription } from '../calls.ts'
import { blankReasonsOf } from './subscription-change-store.ts'
import { cycleDate } from '../rules/billing-date.ts'
import { declineKindIn, problemSentence } from '../rules/dunning.ts'
import type { DunningPolicy } from '../rules/dunning.ts'
import { termFrom } from '../rules/term.ts'
import { selectCharged } from './open-cycles.ts'
import { cardUrl } from './card-links.ts'
import { gatherKnownComing } from './coming-facts.ts'
import { selectStandingCases } from './dunning-store.ts'
import { readKept, reportLost } from './kept-records.ts'
import type { RenewalSources } from './renewal-facts.ts'
import { readSteerings } from './steering-records.ts'
import {
  insertSubscriptions,
  selectSubscriptionById,
  selectSubscriptionOf,
  selectSubscriptionsOf,
} from './subscription-store.ts'
import { selectNextStirOn } from './subscription-looks.ts'
import { noticesAnew, noticesNever } from './subscription-columns.ts'
import type { SubscriptionDraft } from '../rules/subscription-draft.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { selectLatestTerms } from './term-store.ts'
import { wireSubscription } from './wire-subscription.ts'

export { refundTerms } from './term-store.ts'

/** What showing subscriptions needs. */
export interface SubscriptionSources extends RenewalSources {
  readonly dunning: Pick<DunningPolicy, 'link_days'>
}

/** What a purchase hands over for each subscription that it starts. */
export type SubscriptionStart = Omit<SubscriptionDraft, 'anchorOn' | 'nextOrderOn'>

/** Starts subscriptions today: the anchor is the day of the purchase, the first renewal one interval later. */
export const startSubscriptions = async (work: Work, starts: readonly SubscriptionStart[]): Promise<void> => {
  const drafts = starts.map((start) => {
    const rhythm = { anchorOn: work.today, intervalMonths: start.intervalMonths }
    return { ...start, anchorOn: work.today, nextOrderOn: cycleDate(rhythm, 1) }
  })
  const terms = drafts.map(
    ({ id: subscriptionId, accountId, orderId, anchorOn, nextOrderOn, intervalMonths: months }) => ({
      ...termFrom(anchorOn, nextOrderOn, { cycle: 0, months }),
      subscriptionId,
      accountId,
      orderId,
    }),
  )
  await insertSubscriptions(work, drafts, terms)
}

/** What the members are told of refused cards, by subscription. */
const problemsOf = async (
  { world, dunning }: SubscriptionSources,
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, Subscription['payment_problem']>> => {
  const cases = await selectStandingCases(
    db,
    rows.map(({ id }) => id),
  )
  const problems = rows.flatMap((row) => {
    const dunned = cases.get(row.id)
    if (!dunned) return []
    const problem = {
      since: dunned.due_on,
      sentence: problemSentence(declineKindIn(dunned.decline_kind)),
      next_try_on: dunned.state === 'open' ? row.next_attempt_on : null,
      update_card_url: cardUrl(world, dunning, dunned.id),
    }
    return [[row.id, problem] as const]
  })
  return new Map(problems)
}

const wireAll = async (
  sources: SubscriptionSources,
  db: Kysely<Database>,
  rows: readonly SubscriptionRow[],
): Promise<Subscription[]> => {
  const all = await readSteerings(db, rows)
  const facts = await gatherKnownComing(sources, db, all)
  const plans = await listPlans(sources.world, db)
  const kept = await readKept(db, all, plans)
  reportLost(sources.world.log, kept)
  const inHand = await selectCharged(
    db,
    rows.map(({ id }) => id),
  )
  const today = dateIn(sources.world.clock.now(), brand.timeZone)
  const problems = await problemsOf(sources, db, rows)
  const terms = await selectLatestTerms(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row, position) => {
    const [steering, records] = [all[position]?.steering, kept.get(row.id)]
    if (!steering || !records) throw new RangeError('one row makes one subscription')
    return wireSubscription({
      row,
      steering,
      ...records,
      facts: facts.get(row.id) ?? null,
      plan: plans.get(row.plan_code) ?? null,
      today,
      chargeInHand: inHand.has(row.id),
      inHand: inHand.get(row.id) ?? null,
      problem: problems.get(row.id) ?? null,
      term: terms.get(row.id) ?? null,
    })
  })
}

/** A member's subscriptions with their upcoming orders, the oldest first. */
export const subscriptionsOf = async (
  sources: SubscriptionSources,
  accountId: string,
): Promise<Subscription[]> => {
  const db = sources.world.database
  return wireAll(sources, db, await selectSubscriptionsOf(db, accountId))
}

/** One of a member's subscriptions; NOT_FOUND also for somebody else's. */
export const subscriptionOf = async (
  sources: SubscriptionSources,
  accountId: string,
  id: string,
): Promise<Subscription> => {
  const db = sources.world.database
  const row = await selectSubscriptionOf(db, accountId, id)
  const [subscription] = row ? await wireAll(sources, db, [row]) : []
  if (!subscription) throw new ShopError('NOT_FOUND')
  return subscription
}

/** For mails: the subscription of an announcement, whoever's it is. */
export const subscriptionById = async (
  sources: SubscriptionSources,
  id: string,
): Promise<Subscription | null> => {
  const db = sources.world.database
  const row = await selectSubscriptionById(db, id)
  return row ? ((await wireAll(sources, db, [row]))[0] ?? null) : null
}

/** The earliest day on which a renewal is due, a pause ends or notices are looked at; what is to be looked at anew is due today. */
export const nextRenewalDate = async ({ clock, database }: World): Promise<Temporal.PlainDate | null> => {
  const on = await selectNextStirOn(database)
  if (on === null || on === noticesNever) return null
  return on === noticesAnew ? dateIn(clock.now(), brand.timeZone) : Temporal.PlainDate.from(on)
}

/** Erases the reasons that a member gave for canceling; that they canceled stays. */
export const forgetReasonsOf = blankReasonsOf

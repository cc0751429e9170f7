import type { Kysely } from 'kysely'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { together } from '#platform/gathered.ts'
import { problemsOf } from './payment-problems.ts'
import type { PaymentProblem } from './payment-problems.ts'
import { eraseReasonsOf } from '#subscription/record/server/subscription-change-store.ts'
import { cycleDate } from '#subscription/record/rules/billing-schedule.ts'
import type { DunningPolicy } from '#subscription/dunning/rules/dunning.ts'
import { pastCharge } from '../renewal/rules/past-charge.ts'
import { prepaidTermFrom } from '#subscription/term/rules/prepaid-term.ts'
import { selectChargesInFlight } from '#subscription/renewal/server/open-cycles.ts'
import { gatherKnownPreviewFacts } from '#subscription/renewal/server/renewal-preview-facts.ts'
import { logLostRecords, planCodesOf, readLinkedRecords } from '#subscription/record/server/linked-records.ts'
import type { PricingDeps, RenewalFacts } from '#subscription/renewal/server/renewal-facts.ts'
import { readSubscriptionsWithTerms } from '#subscription/record/server/terms-records.ts'
import {
  insertSubscriptions,
  selectSubscriptionOf,
  selectSubscriptionsOf,
} from '#subscription/record/server/subscription-store.ts'
import {
  lockSubscriptionsOf,
  selectNextActionOn,
  selectSubscriptionsById,
  selectSubscriptionsPart,
} from '#subscription/record/server/subscription-queries.ts'
import type { SubscriptionPart } from '#subscription/record/server/subscription-queries.ts'
import { liveStates, noticesDueNow, noticesNever } from '#subscription/record/server/subscription-columns.ts'
import type { SubscriptionDraft } from '#subscription/record/rules/subscription-draft.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { selectLatestPrepaidTerms } from '#subscription/term/server/prepaid-term-store.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import type { ActionFacts } from '#subscription/record/rules/action-refusal.ts'
import type { ChargeInFlight } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { PrepaidTerm } from '#subscription/term/rules/prepaid-term.ts'
import { nextOrderOn, upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import type { UpcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import type { LinkedRecords } from '#subscription/record/server/linked-records.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

export { upcomingOrdersOf } from './upcoming-orders.ts'
export { refundPrepaidTerms as refundTerms } from '../term/server/prepaid-term-store.ts'
export {
  endStop as endSubscriptionStop,
  insertStops as stopSubscriptions,
  selectStoppedBy as subscriptionsStoppedBy,
} from '../record/server/stop-store.ts'
export { selectChargesInFlight as chargesInFlightOf } from '../renewal/server/open-cycles.ts'
export { lockSubscriptionsOf, paysSubscription } from '../record/server/subscription-queries.ts'
export { selectSubscriptionsOf as storedSubscriptionsOf } from '../record/server/subscription-store.ts'

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
  for (const { id: subscriptionId, accountId } of drafts)
    tx.publish({ kind: 'subscription-started', subscriptionId, accountId })
}

/** A subscription with everything that it is shown from; it can be shown and canceled without the records that it has lost. */
export interface Subscription extends Omit<ActionFacts, 'lost' | 'isStopped'>, LinkedRecords {
  readonly id: string
  /** Null when it is lost. */
  readonly plan: Plan | null
  /** Of its plan; only its code is known if the plan is lost. */
  readonly name: string
  /** Null for one that has lost its address or plan. */
  readonly facts: RenewalFacts | null
  /** The next order at current prices; null when there is none. */
  readonly upcoming: UpcomingOrder | null
  readonly nextOrderOn: string | null
  readonly lastOrderOn: string
  readonly problem: PaymentProblem | null
  readonly prepaidTerm: PrepaidTerm | null
  /** The card that was chosen during a charge. */
  readonly waitingCardId: string | null
  /** What makes `hasChargeInFlight`. */
  readonly chargeInFlight: ChargeInFlight | null
}

/**
 * Their terms and what these refer to; an order that is being charged is not the next one any more. `facts` are null for
 * those that are not priced.
 */
const readShown = async (
  services: SubscriptionDeps,
  db: Kysely<Database>,
  rows: readonly StoredSubscription[],
  { today, isPriced }: { readonly today: Temporal.PlainDate; readonly isPriced: boolean },
) => {
  const [inFlight, stored, catalogue] = await together([
    selectChargesInFlight(
      db,
      rows.map(({ id }) => id),
    ),
    readSubscriptionsWithTerms(db, rows),
    readCatalogue(services.deps, db),
  ])
  const all = stored.map((one) => ({ ...one, ...pastCharge(one.terms, inFlight.get(one.id) ?? null, today) }))
  const linkedRecords = await readLinkedRecords(db, all, catalogue.in(defaultCurrency))
  logLostRecords(services.deps.log, linkedRecords)
  // With the addresses that are known by now, which are not read again.
  const withAddress = all.map((one) => {
    const address = linkedRecords.get(one.id)?.address
    return address ? { ...one, address } : one
  })
  const facts = isPriced ? await gatherKnownPreviewFacts(services, db, withAddress) : null
  return { inFlight, all, facts, catalogue, linkedRecords }
}

/** Whether it has all that an order needs, as the facts of those that are priced say it too. */
const isComplete = (
  shown: Parameters<typeof planCodesOf>[0],
  { address }: LinkedRecords,
  plans: Plans,
): boolean => address !== null && planCodesOf(shown).every((code) => plans.has(code))

const idsOf = (rows: readonly StoredSubscription[]): string[] => rows.map(({ id }) => id)

const withRecords = async (
  services: SubscriptionDeps,
  db: Kysely<Database>,
  rows: readonly StoredSubscription[],
  isPriced = true,
): Promise<Subscription[]> => {
  if (rows.length === 0) return []
  const view = { today: dateIn(services.deps.clock.now(), brand.timeZone), isPriced }
  const [{ inFlight, all, facts, catalogue, linkedRecords }, problems, prepaidTerms] = await together([
    readShown(services, db, rows, view),
    problemsOf(services, db, rows),
    selectLatestPrepaidTerms(db, idsOf(rows)),
  ])
  return rows.map(({ id, lastOrderOn, waitingCardId }, position) => {
    const [shown, records] = [all[position], linkedRecords.get(id)]
    if (!shown || !records) throw new RangeError('one row makes one subscription')
    const { terms, isPastCharge } = shown
    const plans = catalogue.in(terms.currency)
    const [known, plan] = [facts?.get(id) ?? null, plans.get(terms.planCode) ?? null]
    const hasOrders = facts ? known !== null : isComplete(shown, records, plans)
    return {
      id,
      terms,
      isPastCharge,
      ...records,
      plan,
      name: plan?.name ?? terms.planCode,
      facts: known,
      upcoming: known && upcomingOrder(terms, known.renewal),
      nextOrderOn: hasOrders ? nextOrderOn(terms) : null,
      lastOrderOn,
      waitingCardId,
      today: view.today,
      hasChargeInFlight: inFlight.has(id),
      chargeInFlight: inFlight.get(id) ?? null,
      problem: problems.get(id) ?? null,
      prepaidTerm: prepaidTerms.get(id) ?? null,
    }
  })
}

/** A member's subscriptions with their upcoming orders, the oldest first. */
export const subscriptionsOf = async (
  services: SubscriptionDeps,
  accountId: string,
): Promise<Subscription[]> => {
  const db = services.deps.database
  return withRecords(services, db, await selectSubscriptionsOf(db, accountId))
}

/** This many of a member's subscriptions; those that are not priced have no facts and no upcoming order. */
export const partOfSubscriptions = async (
  services: SubscriptionDeps,
  accountId: string,
  { isPriced, ...part }: SubscriptionPart & { readonly isPriced: boolean },
): Promise<Subscription[]> => {
  const db = services.deps.database
  return withRecords(services, db, await selectSubscriptionsPart(db, accountId, part), isPriced)
}

/** One of a member's subscriptions; NOT_FOUND also for another member's. */
export const subscriptionOf = async (
  services: SubscriptionDeps,
  accountId: string,
  id: string,
): Promise<Subscription> => {
  const db = services.deps.database
  const row = await selectSubscriptionOf(db, accountId, id)
  const [subscription] = row ? await withRecords(services, db, [row]) : []
  if (!subscription) throw new ShopError('NOT_FOUND')
  return subscription
}

/** For mails: subscriptions of any members, in the order of these ids; those that are gone are left out. */
export const subscriptionsById = async (
  services: SubscriptionDeps,
  ids: readonly string[],
): Promise<Subscription[]> => {
  const db = services.deps.database
  const rows = new Map((await selectSubscriptionsById(db, ids)).map((row) => [row.id, row]))
  const found = ids.flatMap((id) => rows.get(id) ?? [])
  return found.length === 0 ? [] : withRecords(services, db, found)
}

/** As `subscriptionsById`, for one; null when it is gone. */
export const subscriptionById = async (
  services: SubscriptionDeps,
  id: string,
): Promise<Subscription | null> => (await subscriptionsById(services, [id]))[0] ?? null

/** What a member's subscriptions, locked until the transaction ends, will still charge; null for nothing. */
export const chargesToComeOf = async (
  tx: Tx,
  accountId: string,
): Promise<'live-subscriptions' | 'charge-in-flight' | null> => {
  const rows = await lockSubscriptionsOf(tx, accountId)
  if (rows.some(({ state }) => liveStates.some((live) => live === state))) return 'live-subscriptions'
  // Canceled while it was being charged: its order still comes.
  const inFlight = await selectChargesInFlight(
    tx.db,
    rows.map(({ id }) => id),
  )
  return inFlight.size > 0 ? 'charge-in-flight' : null
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

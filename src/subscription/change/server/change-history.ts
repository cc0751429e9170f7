import type { Kysely } from 'kysely'
import { listPlans } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { brand } from '#shared/brand.ts'
import type { PayloadOf, ReplyOf } from '#shared/endpoint.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { listPart } from '#shared/list-part.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { listSubscriptionChanges } from '../choice-endpoints.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import { wireChargeDuringChange } from '#subscription/renewal/rules/charge-reply.ts'
import { undoMinutes } from '#subscription/record/rules/action-refusal.ts'
import type { ActionRefusal } from '#subscription/record/rules/action-refusal.ts'
import { dueOn, hasSameTerms } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { carriedForward } from '#subscription/record/rules/since-change.ts'
import { nextOrderOn, upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import { chargeDuringChange, chargesDuringChanges } from './charge-during-change.ts'
import { selectChargesInFlight } from '#subscription/renewal/server/open-cycles.ts'
import { gatherKnownFacts } from '#subscription/renewal/server/renewal-facts.ts'
import type { PricingDeps } from '#subscription/renewal/server/renewal-facts.ts'
import { readTerms } from '#subscription/record/server/terms-records.ts'
import {
  selectCardVersions,
  selectChange,
  selectChanges,
} from '#subscription/record/server/subscription-change-store.ts'
import type {
  CardVersions,
  StaffReason,
  StoredChange,
} from '#subscription/record/server/subscription-change-store.ts'
import { selectSubscriptionOf } from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import type { Currency } from '#shared/money.ts'

/** Until when a change can be undone. */
const undoDeadline = (change: StoredChange): Temporal.Instant => change.at.add({ minutes: undoMinutes })

/** The current state of a subscription. */
export interface CurrentSubscription {
  readonly row: Pick<StoredSubscription, 'version' | 'state'>
  readonly terms: SubscriptionTerms
  readonly cardVersions: readonly CardVersions[]
  /** A charge for it is in flight. */
  readonly isBeingCharged: boolean
}

/** The current state of a subscription, as the questions below need it. */
export const currentSubscription = async (
  db: Kysely<Database>,
  row: StoredSubscription,
): Promise<CurrentSubscription> => ({
  row,
  terms: await readTerms(db, row),
  cardVersions: await selectCardVersions(db, row.id),
  isBeingCharged: (await selectChargesInFlight(db, [row.id])).size > 0,
})

const termsOnSide = (
  change: StoredChange,
  side: 'before' | 'after',
  now: SubscriptionTerms,
): SubscriptionTerms =>
  carriedForward({ action: change.action, duringCharge: change.cycleInFlight !== null }, change[side], now)

/** What undoing a change leads back to. */
export const termsBeforeChange = (change: StoredChange, now: SubscriptionTerms): SubscriptionTerms =>
  termsOnSide(change, 'before', now)

/**
 * Since then only another card was chosen and the order of the charge in flight was placed, or later changes were
 * undone. The order that a change placed at once is a version of its own, once it is paid.
 */
const isUnchangedSince = (
  change: StoredChange,
  { row, terms, cardVersions }: CurrentSubscription,
): boolean => {
  if (!change.charges) return hasSameTerms(termsOnSide(change, 'after', terms), terms)
  const cards = cardVersions.filter(({ version }) => version > change.version)
  const own = cards.reduce((version, { count }) => version - count, row.version)
  return own === change.version + 1 && (row.state === 'active' || row.state === 'expired')
}

/**
 * Whether the undo would charge somebody at once, as after midnight of an order's day, or request an order again that
 * was declined on its day and paid since.
 */
const chargesAtOnce = (change: StoredChange, now: SubscriptionTerms, today: string): boolean => {
  const before = termsBeforeChange(change, now)
  const on = change.charges ? dueOn(before).toString() : (before.nextAttemptOn ?? today)
  return before.state === 'active' && on <= today
}

/** The order that was being charged at the change was declined on its day, and going back would ask for it again. */
const wouldRetryDeclined = (change: StoredChange, current: CurrentSubscription, today: string): boolean => {
  if (change.cycleInFlight === null || current.isBeingCharged || current.row.state === 'active') return false
  const before = termsBeforeChange(change, current.terms)
  return before.state === 'active' && dueOn(before).toString() <= today
}

/** The order that was being charged was skipped, and its charge is settled: it is canceled, or not tried again. */
const skippedSettledOrder = (change: StoredChange, { isBeingCharged }: CurrentSubscription): boolean =>
  change.action === 'skip' &&
  change.cycleInFlight !== null &&
  !isBeingCharged &&
  hasSameTerms(change.before, change.after)

/**
 * Why a change cannot be undone; null when it can. One that charged can be undone until its order ships, which is
 * checked when its order is canceled.
 */
export const undoRefusal = (
  change: StoredChange,
  current: CurrentSubscription,
  now: Temporal.Instant,
): ActionRefusal | null => {
  if (change.by === 'shop' || !isUnchangedSince(change, current)) return 'changed-since'
  if (skippedSettledOrder(change, current)) return 'order-settled'
  const today = dateIn(now, brand.timeZone).toString()
  if (wouldRetryDeclined(change, current, today)) return 'order-declined'
  return Temporal.Instant.compare(now, undoDeadline(change)) >= 0 ||
    chargesAtOnce(change, current.terms, today)
    ? 'undo-over'
    : null
}

/** Until when a change can be undone; null when it cannot. */
export const undoUntil = (
  change: StoredChange,
  current: CurrentSubscription,
  now: Temporal.Instant,
): Temporal.Instant | null =>
  change.undoneAt === null && undoRefusal(change, current, now) === null ? undoDeadline(change) : null

const wireSnapshot = (terms: SubscriptionTerms, plans: Plans) => ({
  state: terms.state,
  plan_code: terms.planCode,
  plan_name: plans.get(terms.planCode)?.name ?? terms.planCode,
  quantity: terms.quantity,
  interval_months: terms.intervalMonths,
  next_order_on: nextOrderOn(terms),
  remaining_orders: terms.remainingOrders,
})

const maxHistoryLength = 100

type Part = Partial<Pick<PayloadOf<typeof listSubscriptionChanges>, 'after' | 'limit'>>

/** The changes of a member's subscription, newest first; NOT_FOUND for another member's. */
export const changesOf = async (
  deps: AppDeps,
  accountId: string,
  id: string,
  { after, limit = maxHistoryLength }: Part = {},
): Promise<ReplyOf<typeof listSubscriptionChanges>> => {
  const row = await selectSubscriptionOf(deps.database, accountId, id)
  if (!row) throw new ShopError('NOT_FOUND')
  const plans = await listPlans(deps, row.currency)
  const now = deps.clock.now()
  const current = await currentSubscription(deps.database, row)
  const read = await selectChanges(deps.database, id, { after, limit: limit + 1 })
  const { shown: changes, next } = listPart(read, limit)
  const charges = await chargesDuringChanges(deps.database, changes)
  const wireCharge = (change: StoredChange) => {
    const charge = charges.get(change.id)
    return charge ? wireChargeDuringChange(charge) : null
  }
  return {
    changes: changes.map((change) => ({
      id: change.id,
      action: change.action,
      by: change.by,
      staff: change.staff,
      charges: change.charges,
      at: change.at.toString(),
      undone_at: change.undoneAt?.toString() ?? null,
      undo_until: undoUntil(change, current, now)?.toString() ?? null,
      charge_in_flight: wireCharge(change),
      before: wireSnapshot(change.before, plans),
      after: wireSnapshot(change.after, plans),
    })),
    next,
  }
}

/** A subscription as a mail about a change names it. */
export interface SubscriptionSnapshot {
  /** Who of staff made the change, and why; null for all other changes. */
  readonly staff: StaffReason | null
  /** What made it so; `undo` before a change. */
  readonly action: string
  readonly name: string
  readonly state: SubscriptionTerms['state']
  readonly pausedUntil: string | null
  readonly canceledAt: string | null
  readonly currency: Currency
  /** Null while no order is coming. */
  readonly next: { readonly on: string; readonly totalCents: Cents } | null
  /** A renewal charge that was in flight when the change was made, with its current state; null for none. */
  readonly chargeDuringChange: ChargeDuringChange | null
}

/** A subscription before or after a change, at today's prices; null when there is no such change. */
export const subscriptionSnapshot = async (
  services: PricingDeps,
  subscriptionId: string,
  changeId: string,
  side: 'before' | 'after',
): Promise<SubscriptionSnapshot | null> => {
  const db = services.deps.database
  const change = await selectChange(db, subscriptionId, changeId)
  if (!change) return null
  const terms = change[side]
  const subscription = { id: subscriptionId, accountId: change.accountId, terms, endedCoupon: null }
  const facts = (await gatherKnownFacts(services, db, [subscription])).get(subscriptionId)
  const plan = (await listPlans(services.deps, terms.currency, db)).get(terms.planCode)
  const upcoming = facts ? upcomingOrder(terms, facts.renewal) : null
  const { state, pausedUntil, canceledAt } = terms
  return {
    staff: change.staff,
    action: side === 'before' ? 'undo' : change.action,
    name: plan?.name ?? terms.planCode,
    state,
    pausedUntil,
    canceledAt,
    currency: terms.currency,
    next: upcoming && { on: upcoming.on.toString(), totalCents: upcoming.price.totals.totalCents },
    chargeDuringChange: await chargeDuringChange(db, change),
  }
}

import type { Kysely } from 'kysely'
import { listPlans } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/call.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import type { Database } from '#platform/schema.ts'
import type { World } from '#platform/world.ts'
import type { listSubscriptionChanges } from '../calls.ts'
import type { ChargeBeside } from '../rules/charge-in-hand.ts'
import { undoMinutes } from '../rules/refused-action.ts'
import type { ActionRefusal } from '../rules/refused-action.ts'
import { Steering, dueOn, steersAlike } from '../rules/steering.ts'
import { carriedOn } from '../rules/since-change.ts'
import { upcomingOrder } from '../rules/upcoming-order.ts'
import { chargeBeside, chargesBeside } from './charge-beside.ts'
import { gatherKnownFacts } from './renewal-facts.ts'
import type { RenewalSources } from './renewal-facts.ts'
import { readSteering } from './steering-records.ts'
import { selectCardVersions, selectChange, selectChanges } from './subscription-change-store.ts'
import type { CardVersions, ChangeRow } from './subscription-change-store.ts'
import { selectSubscriptionOf } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { nextOrderOn } from './wire-subscription.ts'

/** The end of the time in which a change can be undone. */
const undoEnds = (change: ChangeRow): Temporal.Instant =>
  Temporal.Instant.from(change.at).add({ minutes: undoMinutes })

/** A subscription as it stands now. */
export interface StandingNow {
  readonly row: Pick<SubscriptionRow, 'version' | 'state'>
  readonly steering: Steering
  readonly cardVersions: readonly CardVersions[]
}

/** The current state of a subscription, as the questions below need it. */
export const standingNow = async (db: Kysely<Database>, row: SubscriptionRow): Promise<StandingNow> => ({
  row,
  steering: await readSteering(db, row),
  cardVersions: await selectCardVersions(db, row.id),
})

const sideNow = (change: ChangeRow, side: 'before' | 'after', now: Steering): Steering =>
  carriedOn(
    { action: change.action, duringCharge: change.cycle_in_hand !== null },
    Steering.parse(change[side]),
    now,
  )

/** What undoing a change leads back to. */
export const steeringBefore = (change: ChangeRow, now: Steering): Steering => sideNow(change, 'before', now)

/**
 * Nothing has come since but another card and the order whose charge was in flight, or what has was taken back. The order
 * that a change asked for at once is a version of its own, once it is paid.
 */
const standsSince = (change: ChangeRow, { row, steering, cardVersions }: StandingNow): boolean => {
  if (!change.charges) return steersAlike(sideNow(change, 'after', steering), steering)
  const cards = cardVersions.filter(({ version }) => version > change.version)
  const own = cards.reduce((version, { count }) => version - count, row.version)
  return own === change.version + 1 && (row.state === 'active' || row.state === 'expired')
}

/**
 * Whether going back would charge somebody at once, as after midnight of an order's day, or ask again for an order that
 * was refused on its day and is paid since.
 */
const chargesAtOnce = (change: ChangeRow, now: Steering, today: string): boolean => {
  const before = steeringBefore(change, now)
  const on = change.charges ? dueOn(before).toString() : (before.nextAttemptOn ?? today)
  return before.state === 'active' && on <= today
}

/**
 * Why a change cannot be undone; null when it can. What charged can be as long as its order has not shipped, which is
 * looked at when its order is canceled.
 */
export const undoRefusal = (
  change: ChangeRow,
  standing: StandingNow,
  now: Temporal.Instant,
): ActionRefusal | null => {
  if (change.actor_kind !== 'member' || !standsSince(change, standing)) return 'changed-since'
  const today = dateIn(now, brand.timeZone).toString()
  return Temporal.Instant.compare(now, undoEnds(change)) >= 0 ||
    chargesAtOnce(change, standing.steering, today)
    ? 'undo-over'
    : null
}

/** Until when a change can be undone; null when it cannot. */
export const undoUntil = (
  change: ChangeRow,
  standing: StandingNow,
  now: Temporal.Instant,
): Temporal.Instant | null =>
  change.undone_at === null && undoRefusal(change, standing, now) === null ? undoEnds(change) : null

const wireThen = (stored: unknown, plans: Plans) => {
  const steering = Steering.parse(stored)
  return {
    state: steering.state,
    plan_code: steering.planCode,
    plan_name: plans.get(steering.planCode)?.name ?? steering.planCode,
    quantity: steering.quantity,
    interval_months: steering.intervalMonths,
    next_order_on: nextOrderOn(steering),
    remaining_orders: steering.remainingOrders,
  }
}

const longestHistory = 100

/** What was done to a member's subscription, the newest first; NOT_FOUND for somebody else's. */
export const changesOf = async (
  world: World,
  accountId: string,
  id: string,
): Promise<ReplyOf<typeof listSubscriptionChanges>> => {
  const row = await selectSubscriptionOf(world.database, accountId, id)
  if (!row) throw new ShopError('NOT_FOUND')
  const plans = await listPlans(world)
  const now = world.clock.now()
  const standing = await standingNow(world.database, row)
  const changes = await selectChanges(world.database, id, longestHistory)
  const beside = await chargesBeside(world.database, changes)
  return {
    changes: changes.map((change) => ({
      id: change.id,
      action: change.action,
      by: change.actor_kind === 'member' ? 'member' : 'shop',
      charges: change.charges,
      at: change.at,
      undone_at: change.undone_at,
      undo_until: undoUntil(change, standing, now)?.toString() ?? null,
      charge_in_hand: beside.get(change.id) ?? null,
      before: wireThen(change.before, plans),
      after: wireThen(change.after, plans),
    })),
  }
}

/** A subscription as a mail about a change names it. */
export interface SubscriptionThen {
  readonly name: string
  readonly state: Steering['state']
  readonly pausedUntil: string | null
  readonly canceledAt: string | null
  readonly currency: 'USD'
  /** Null while no order is coming. */
  readonly next: { readonly on: string; readonly totalCents: Cents } | null
  /** A renewal that was being charged when the change was made, as it stands now; null for none. */
  readonly chargeBeside: ChargeBeside | null
}

/** A subscription on one side of a change, priced as today; null when there is no such change. */
export const subscriptionThen = async (
  sources: RenewalSources,
  subscriptionId: string,
  changeId: string,
  side: 'before' | 'after',
): Promise<SubscriptionThen | null> => {
  const db = sources.world.database
  const change = await selectChange(db, subscriptionId, changeId)
  if (!change) return null
  const steering = Steering.parse(change[side])
  const held = { id: subscriptionId, accountId: change.account_id, steering, endedCoupon: null }
  const facts = (await gatherKnownFacts(sources, db, [held])).get(subscriptionId)
  const plan = (await listPlans(sources.world, db)).get(steering.planCode)
  const upcoming = facts ? upcomingOrder(steering, facts.renewal) : null
  const { state, pausedUntil, canceledAt } = steering
  return {
    name: plan?.name ?? steering.planCode,
    state,
    pausedUntil,
    canceledAt,
    currency: 'USD',
    next: upcoming && { on: upcoming.on.toString(), totalCents: upcoming.price.totalCents },
    chargeBeside: await chargeBeside(db, change),
  }
}

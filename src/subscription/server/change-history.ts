import { listPlans } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import type { ReplyOf } from '#shared/call.ts'
import { ShopError } from '#shared/errors.ts'
import type { World } from '#platform/world.ts'
import type { listSubscriptionChanges } from '../calls.ts'
import { undoMinutes } from '../rules/refused-action.ts'
import { Steering } from '../rules/steering.ts'
import { selectChanges } from './subscription-change-store.ts'
import type { ChangeRow } from './subscription-change-store.ts'
import { selectSubscriptionOf } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'
import { nextOrderOn } from './wire-subscription.ts'

/** The end of the time in which a change can be undone. */
export const undoEnds = (change: ChangeRow): Temporal.Instant =>
  Temporal.Instant.from(change.at).add({ minutes: undoMinutes })

/**
 * Until when a change can be undone; null when it cannot: it charged, it was the shop's own, it is undone, something
 * else changed since, or the time is over.
 */
export const undoUntil = (
  change: ChangeRow,
  row: Pick<SubscriptionRow, 'version'>,
  now: Temporal.Instant,
): Temporal.Instant | null => {
  const open = change.actor_kind === 'member' && !change.charges && change.undone_at === null
  if (!open || change.version !== row.version) return null
  const ends = undoEnds(change)
  return Temporal.Instant.compare(now, ends) < 0 ? ends : null
}

const wireThen = (stored: unknown, plans: Plans) => {
  const steering = Steering.parse(stored)
  return {
    state: steering.state,
    plan_code: steering.planCode,
    plan_name: plans.get(steering.planCode)?.name ?? steering.planCode,
    quantity: steering.quantity,
    interval_months: steering.intervalMonths,
    next_order_on: nextOrderOn(steering),
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
  const changes = await selectChanges(world.database, id, longestHistory)
  return {
    changes: changes.map((change) => ({
      id: change.id,
      action: change.action,
      by: change.actor_kind === 'member' ? 'member' : 'shop',
      at: change.at,
      undone_at: change.undone_at,
      undo_until: undoUntil(change, row, now)?.toString() ?? null,
      before: wireThen(change.before, plans),
      after: wireThen(change.after, plans),
    })),
  }
}

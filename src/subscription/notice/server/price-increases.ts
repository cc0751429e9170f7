import { lockPlan } from '#catalogue/server/plans.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { scheduleRefusal } from '../rules/price-schedule.ts'
import type { PriceIncrease, ScheduleRefusal } from '../rules/price-schedule.ts'
import {
  insertIncrease,
  markIncreaseUndone,
  markQueued,
  selectIncreaseGroup,
  selectIncreases,
  selectUnqueued,
} from '#subscription/record/server/price-increase-store.ts'
import type { IncreaseGroup, IncreaseRecord } from '#subscription/record/server/price-increase-store.ts'
import { selectIncreaseProgress } from './notice-store.ts'
import { queueNotices } from '#subscription/record/server/subscription-store.ts'

export {
  selectIncreaseGroup as increaseGroup,
  selectIncreaseGroups as latestIncreaseGroups,
} from '#subscription/record/server/price-increase-store.ts'
export type { IncreaseRecord } from '#subscription/record/server/price-increase-store.ts'

/** A higher price for the orders of a plan from a day on, as requested by an operator or at the desk. */
export interface RequestedIncrease {
  readonly planCode: string
  readonly priceCents: Cents
  /** Of the subscriptions that it is about. */
  readonly currency: Currency
  /** ISO date of the shop's calendar. */
  readonly effectiveOn: string
}

/** Why an increase cannot be scheduled now; null when it can. Checked again when it is scheduled. */
export const increaseRefusal = async (
  db: Kysely<Database>,
  { planCode, priceCents, currency, effectiveOn }: RequestedIncrease,
  today: Temporal.PlainDate,
): Promise<ScheduleRefusal | null> => {
  const requested = { priceCents, effectiveOn: Temporal.PlainDate.from(effectiveOn) }
  const others = (await selectIncreases(db, [planCode])).filter((one) => one.currency === currency)
  return scheduleRefusal(others, requested, today)
}

/**
 * Schedules a higher price for the orders of a plan from a day on; answers why not when it is refused. It is about the
 * subscriptions that are there when it is committed, and about no later one. Every member is notified in the window of
 * the place; until the mail is out and old enough, the price agreed to is charged.
 */
export const schedulePriceIncrease = async (
  tx: Tx,
  requested: RequestedIncrease,
  group: IncreaseGroup | null = null,
): Promise<ScheduleRefusal | { readonly reason: 'unknown-plan' } | null> => {
  if (!(await lockPlan(tx, requested.planCode))) return { reason: 'unknown-plan' }
  const refused = await increaseRefusal(tx.db, requested, tx.today)
  if (refused === null) await insertIncrease(tx, requested, group)
  return refused
}

/**
 * Undoes the increase of a plan for a future day; null when there is none. Members who were notified by mail are
 * notified that the price stays.
 */
export const undoIncrease = async (
  tx: Tx,
  { planCode, currency, effectiveOn }: Omit<RequestedIncrease, 'priceCents'>,
): Promise<PriceIncrease | null> => {
  if (!(await lockPlan(tx, planCode))) return null
  const day = Temporal.PlainDate.from(effectiveOn)
  const found = (await selectIncreases(tx.db, [planCode])).find(
    (increase) => !increase.isUndone && increase.currency === currency && increase.effectiveOn.equals(day),
  )
  // A renewal of its first day may be in flight once the day has come.
  if (!found || Temporal.PlainDate.compare(day, tx.today) <= 0) return null
  await markIncreaseUndone(tx, found.id, null)
  return found
}

/**
 * Stops what one decision scheduled, at any time: notices that are not out are not sent, a member who was not charged keeps the
 * price and, if notified, gets a mail. A charge in flight ends at the price that it was requested with. Returns what was
 * stopped; nothing when all of it was before.
 */
export const stopIncreases = async (
  tx: Tx,
  groupId: string,
  stop: { readonly staffId: string; readonly reason: string },
): Promise<readonly IncreaseRecord[]> => {
  const codes = (await selectIncreaseGroup(tx.db, groupId)).map(({ planCode }) => planCode)
  for (const code of [...new Set(codes)].toSorted()) await lockPlan(tx, code)
  const active = (await selectIncreaseGroup(tx.db, groupId)).filter(({ isUndone }) => !isUndone)
  for (const { id } of active) await markIncreaseUndone(tx, id, stop)
  return active
}

/**
 * Queues the subscriptions of new and of undone increases for their notices; returns how many increases. Runs after the
 * increase is committed, in a transaction of its own, so that subscriptions that were checked meanwhile are found too.
 */
export const queueIncreases = async (deps: AppDeps): Promise<number> => {
  if ((await selectUnqueued(deps.database)).length === 0) return 0
  return inTransaction(deps, async (tx) => {
    const increases = await selectUnqueued(tx.db)
    for (const code of new Set(increases.map((increase) => increase.plan_code)))
      await queueNotices(tx, 'plan_code', code)
    if (increases.length > 0)
      await markQueued(
        tx,
        increases.map(({ id }) => id),
      )
    return increases.length
  })
}

/** An increase with its progress. */
export interface IncreaseProgress extends PriceIncrease {
  /** Notices that were made, and those whose mail went out. */
  readonly made: number
  readonly sent: number
  /** The first and the last order day of its notices; null while there is none. */
  readonly firstOn: string | null
  readonly lastOn: string | null
}

/** All increases of these plans with their progress, earliest day first. */
export const listIncreases = async (
  db: Kysely<Database>,
  planCodes: readonly string[],
): Promise<readonly IncreaseProgress[]> => {
  const progress = new Map((await selectIncreaseProgress(db)).map((row) => [row.id, row]))
  return (await selectIncreases(db, planCodes)).map((increase) => {
    const { made = 0, sent = 0, firstOn = null, lastOn = null } = progress.get(increase.id) ?? {}
    return { ...increase, made, sent, firstOn, lastOn }
  })
}

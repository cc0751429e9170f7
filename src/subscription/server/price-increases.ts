import { lockPlan } from '#catalogue/server/plans.ts'
import type { Cents } from '#shared/money.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { scheduleRefusal } from '../rules/price-schedule.ts'
import type { PriceIncrease, ScheduleRefusal } from '../rules/price-schedule.ts'
import {
  insertIncrease,
  markIncreaseUndone,
  markQueued,
  selectIncreases,
  selectUnqueued,
} from './price-increase-store.ts'
import { selectIncreaseReach } from './notice-store.ts'
import { queueNotices } from './subscription-store.ts'

/** A higher price for the orders of a plan from a day on, as an operator asks for it. */
export interface AskedIncrease {
  readonly planCode: string
  readonly priceCents: Cents
  /** ISO date of the shop's calendar. */
  readonly effectiveOn: string
}

/** Why an increase cannot be scheduled as things are; null when it can. Checked again when it is scheduled. */
export const increaseRefusal = async (
  db: Kysely<Database>,
  { planCode, priceCents, effectiveOn }: AskedIncrease,
  today: Temporal.PlainDate,
): Promise<ScheduleRefusal | null> => {
  const asked = { priceCents, effectiveOn: Temporal.PlainDate.from(effectiveOn) }
  return scheduleRefusal(await selectIncreases(db, [planCode]), asked, today)
}

/**
 * Schedules a higher price for the orders of a plan from a day on; answers why not when it is refused. It is about the
 * subscriptions that are there when it is committed, and about no later one. Every member is notified in the window of
 * the place; until the mail is out and old enough, the price agreed to is charged.
 */
export const raisePrice = async (
  work: Work,
  asked: AskedIncrease,
): Promise<ScheduleRefusal | { readonly reason: 'unknown-plan' } | null> => {
  if (!(await lockPlan(work, asked.planCode))) return { reason: 'unknown-plan' }
  const refused = await increaseRefusal(work.db, asked, work.today)
  if (refused === null) await insertIncrease(work, asked)
  return refused
}

/**
 * Takes back the increase of a plan for a day that lies ahead; null when there is none. Who was told of it by mail is
 * told that the price stays.
 */
export const undoIncrease = async (
  work: Work,
  planCode: string,
  effectiveOn: string,
): Promise<PriceIncrease | null> => {
  if (!(await lockPlan(work, planCode))) return null
  const day = Temporal.PlainDate.from(effectiveOn)
  const found = (await selectIncreases(work.db, [planCode])).find(
    (increase) => !increase.isUndone && increase.effectiveOn.equals(day),
  )
  // A renewal of its first day may be under way once the day has come.
  if (!found || Temporal.PlainDate.compare(day, work.today) <= 0) return null
  await markIncreaseUndone(work, found.id)
  return found
}

/**
 * Queues the subscriptions of new and of undone increases for their notices; answers how many increases. After the
 * increase is committed, in a transaction of its own: a subscription that was looked at meanwhile is found too.
 */
export const queueIncreases = async (world: World): Promise<number> => {
  if ((await selectUnqueued(world.database)).length === 0) return 0
  return inTransaction(world, async (work) => {
    const increases = await selectUnqueued(work.db)
    for (const code of new Set(increases.map((increase) => increase.plan_code)))
      await queueNotices(work, 'plan_code', code)
    if (increases.length > 0)
      await markQueued(
        work,
        increases.map(({ id }) => id),
      )
    return increases.length
  })
}

/** An increase with what became of it. */
export interface IncreaseReach extends PriceIncrease {
  /** Notices that were made, and those whose mail went out. */
  readonly made: number
  readonly sent: number
  /** The first and the last order day that a notice named; null while there is none. */
  readonly firstOn: string | null
  readonly lastOn: string | null
}

/** Every increase of these plans with what became of it, the earliest day first. */
export const listIncreases = async (
  db: Kysely<Database>,
  planCodes: readonly string[],
): Promise<readonly IncreaseReach[]> => {
  const reach = new Map((await selectIncreaseReach(db)).map((row) => [row.id, row]))
  return (await selectIncreases(db, planCodes)).map((increase) => {
    const { made = 0, sent = 0, firstOn = null, lastOn = null } = reach.get(increase.id) ?? {}
    return { ...increase, made, sent, firstOn, lastOn }
  })
}

import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { selectBilledWithOwnItem } from '../renewal/server/open-cycles.ts'
import { selectSetEnds, selectUndone } from '../record/server/subscription-change-store.ts'
import type { SetEnd } from '../record/server/subscription-change-store.ts'
import { selectRemainingOrders } from '../record/server/subscription-queries.ts'

/** The cycles of the orders of each subscription, without orders whose change was undone. */
const placedCycles = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> => {
  if (ids.length === 0) return new Map()
  const billed = await selectBilledWithOwnItem(db, ids)
  const undone = await selectUndone(
    db,
    billed.flatMap(({ changeId }) => changeId ?? []),
  )
  const placed = billed.filter(({ changeId }) => changeId === null || !undone.has(changeId))
  const byId = Map.groupBy(placed, ({ subscriptionId }) => subscriptionId)
  return new Map([...byId].map(([id, cycles]) => [id, cycles.map(({ number }) => number)]))
}

const leftOf = (end: SetEnd | undefined, placed: readonly number[]): number | null => {
  if (end === undefined || end.orders === null || end.isOver) return null
  return Math.max(0, end.orders - placed.filter((number) => number >= end.fromCycle).length)
}

/**
 * A sentence for each subscription whose number of remaining orders does not match its history: the end that was set
 * last, minus the orders with its own item since then.
 */
export const brokenEnds = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const ends = new Map((await selectSetEnds(db)).map((end) => [end.subscriptionId, end]))
  const placed = await placedCycles(db, [...ends.keys()])
  const rows = await selectRemainingOrders(db, [...ends.keys()])
  return rows.flatMap(({ id, remainingOrders: stored }) => {
    const left = leftOf(ends.get(id), placed.get(id) ?? [])
    return left === stored
      ? []
      : [`subscription ${id} has ${stored ?? 'no'} remaining orders; its history says ${left ?? 'none'}`]
  })
}

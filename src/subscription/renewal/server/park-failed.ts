import { codeOf } from '#platform/contention.ts'
import { isDatabaseAway } from '#platform/outage.ts'
import { isShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { insertParked } from '#subscription/record/server/parked-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { lockSubscription } from '#subscription/record/server/subscription-store.ts'
import { retryOutcome } from '../rules/after-retry.ts'
import type { DueSubscriptions } from '#subscription/record/server/subscription-store.ts'

/** One check of subscriptions that are due. */
interface DueTask<T> {
  /** As operators read it. */
  readonly name: string
  readonly due: DueSubscriptions
  readonly limit: number
  readonly run: (tx: Tx, rows: readonly StoredSubscription[]) => Promise<T>
  /** Written for a parked subscription, in the same transaction. */
  readonly onPark?: (tx: Tx, row: StoredSubscription) => Promise<void>
}

/** The database is away, busy, too slow, full or ending: no subscription's fault, and none is parked for it. */
export const isOutage = (thrown: unknown): boolean =>
  (isShopError(thrown) && thrown.code === 'SHOP_BUSY') ||
  isDatabaseAway(thrown) ||
  /^(08|57)\w{3}$|^E[A-Z_]+$/.test(codeOf(thrown)) ||
  (thrown instanceof Error && /connection (terminated|ended|error)/i.test(thrown.message))

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Excludes a subscription from due work until it is retried, and logs it as an error, because it is not charged
 * meanwhile.
 */
export const park = async (
  deps: AppDeps,
  row: Pick<StoredSubscription, 'id' | 'accountId'>,
  task: string,
  thrown: unknown,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> => {
  const { id: subscriptionId, accountId } = row
  deps.log.error({ err: thrown, subscription: subscriptionId, task }, 'a subscription failed and is parked')
  await inTransaction(deps, async (tx) => {
    // It may have been canceled since it failed: then there is nothing to retry but a paid order.
    const { state } = await lockSubscription(tx, subscriptionId)
    if (retryOutcome(task, state, false) === 'due')
      await insertParked(tx, { subscriptionId, accountId, task, reason: reasonOf(thrown) })
    await also(tx)
  })
}

/** The result of a batch. */
interface DoneBatch<T> {
  readonly done: readonly T[]
  readonly parked: number
}

// This many failures in a row without a success: something else is broken, and parking everything would hide it.
const minFailuresOfOutage = 5

const oneByOne = async <T>(deps: AppDeps, task: DueTask<T>): Promise<DoneBatch<T>> => {
  const { due, limit, run, name, onPark } = task
  const done: T[] = []
  const failed: { readonly row: StoredSubscription; readonly thrown: unknown }[] = []
  const today = await inTransaction(deps, async (tx) => tx.today)
  for (const row of await due.peek(deps.database, today, limit)) {
    try {
      done.push(await inTransaction(deps, async (tx) => run(tx, await due.claim(tx, 1, row.id))))
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      failed.push({ row, thrown })
    }
  }
  if (done.length === 0 && failed.length >= minFailuresOfOutage) throw failed[0]?.thrown
  for (const { row, thrown } of failed) await park(deps, row, name, thrown, async (tx) => onPark?.(tx, row))
  return { done, parked: failed.length }
}

/**
 * Runs the due work of a batch in one transaction. When that fails, each subscription gets its own transaction: those
 * that fail are parked with the reason, the others continue. Throws when the database is away.
 */
export const doBatch = async <T>(deps: AppDeps, task: DueTask<T>): Promise<DoneBatch<T>> => {
  try {
    const { due, limit, run } = task
    const result = await inTransaction(deps, async (tx) => run(tx, await due.claim(tx, limit)))
    return { done: [result], parked: 0 }
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    deps.log.warn({ err: thrown, step: task.name }, 'a batch failed and is done one by one')
    return oneByOne(deps, task)
  }
}

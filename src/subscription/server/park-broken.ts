import { isShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { insertParked } from './parked-store.ts'
import type { DueSubscriptions, SubscriptionRow } from './subscription-store.ts'

/** One look at subscriptions whose day has come. */
export interface DueStep<T> {
  /** As operators read it. */
  readonly name: string
  readonly due: DueSubscriptions
  readonly limit: number
  readonly act: (work: Work, rows: readonly SubscriptionRow[]) => Promise<T>
  /** Written beside a subscription that is parked, in the same transaction. */
  readonly onPark?: (work: Work, row: SubscriptionRow) => Promise<void>
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** The database is away, busy or ending: no subscription's fault, and none is parked for it. */
export const isOutage = (thrown: unknown): boolean =>
  (isShopError(thrown) && thrown.code === 'SHOP_BUSY') ||
  /^(08|53|57)\w{3}$|^E[A-Z]+$/.test(codeOf(thrown)) ||
  (thrown instanceof Error && /connection (terminated|ended|error)/i.test(thrown.message))

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Leaves a subscription out of what is due until somebody takes it up again; loudly, for nobody is charged meanwhile. */
export const park = async (
  world: World,
  row: Pick<SubscriptionRow, 'id' | 'account_id'>,
  step: string,
  thrown: unknown,
  also: (work: Work) => Promise<void> = async () => undefined,
): Promise<void> => {
  const { id: subscriptionId, account_id: accountId } = row
  world.log.error({ err: thrown, subscription: subscriptionId, step }, 'a subscription failed and is parked')
  await inTransaction(world, async (work) => {
    await insertParked(work, { subscriptionId, accountId, step, reason: reasonOf(thrown) })
    await also(work)
  })
}

/** What became of a batch. */
export interface DoneBatch<T> {
  readonly done: readonly T[]
  readonly parked: number
}

// So many in a row and not one that goes through: something else is broken, and parking everybody would hide it.
const fewestOfOutage = 5

const oneByOne = async <T>(world: World, step: DueStep<T>): Promise<DoneBatch<T>> => {
  const { due, limit, act, name, onPark } = step
  const done: T[] = []
  const failed: { readonly row: SubscriptionRow; readonly thrown: unknown }[] = []
  const today = await inTransaction(world, async (work) => work.today)
  for (const row of await due.look(world.database, today, limit)) {
    try {
      done.push(await inTransaction(world, async (work) => act(work, await due.claim(work, 1, row.id))))
    } catch (thrown) {
      if (isOutage(thrown)) throw thrown
      failed.push({ row, thrown })
    }
  }
  if (done.length === 0 && failed.length >= fewestOfOutage) throw failed[0]?.thrown
  for (const { row, thrown } of failed)
    await park(world, row, name, thrown, async (work) => onPark?.(work, row))
  return { done, parked: failed.length }
}

/**
 * Does what is due of a batch in one transaction. When that fails, each subscription has one of its own: those that fail
 * are parked with their reason, the others go on. Throws when the database is away.
 */
export const doBatch = async <T>(world: World, step: DueStep<T>): Promise<DoneBatch<T>> => {
  try {
    const { due, limit, act } = step
    const whole = await inTransaction(world, async (work) => act(work, await due.claim(work, limit)))
    return { done: [whole], parked: 0 }
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown
    world.log.warn({ err: thrown, step: step.name }, 'a batch failed and is done one by one')
    return oneByOne(world, step)
  }
}

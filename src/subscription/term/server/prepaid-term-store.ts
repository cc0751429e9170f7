import type { Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { prepaidTermStates } from '../rules/prepaid-term.ts'
import type { PrepaidTerm } from '../rules/prepaid-term.ts'

/** Whose term it is, and the order that paid it. */
export interface StoredPrepaidTerm extends PrepaidTerm {
  readonly subscriptionId: string
  readonly accountId: string
  readonly orderId: string
}

const prepaidTermFrom = (row: Selectable<Database['subscription_term']>): StoredPrepaidTerm => ({
  subscriptionId: row.subscription_id,
  accountId: row.account_id,
  orderId: row.order_id,
  cycle: row.cycle,
  months: row.months,
  firstOn: row.first_on,
  lastOn: row.last_on,
  state: prepaidTermStates.find((state) => state === row.state) ?? 'renewed',
})

/** The terms of new subscriptions, as part of the statement that writes those. */
export const insertPrepaidTermsQuery = (
  db: QueryCreator<Database>,
  prepaidTerms: readonly StoredPrepaidTerm[],
) =>
  db.insertInto('subscription_term').values(
    prepaidTerms.map((prepaidTerm) => ({
      subscription_id: prepaidTerm.subscriptionId,
      cycle: prepaidTerm.cycle,
      account_id: prepaidTerm.accountId,
      order_id: prepaidTerm.orderId,
      months: prepaidTerm.months,
      first_on: prepaidTerm.firstOn,
      last_on: prepaidTerm.lastOn,
      state: prepaidTerm.state,
    })),
  )

/** Starts terms of different subscriptions, and ends those before them, in one statement. */
export const openPrepaidTerms = async (tx: Tx, prepaidTerms: readonly StoredPrepaidTerm[]): Promise<void> => {
  if (prepaidTerms.length === 0) return
  const ids = prepaidTerms.map(({ subscriptionId }) => subscriptionId)
  const ended = tx.db.with('ended', (db) =>
    db
      .updateTable('subscription_term')
      .set({ state: 'renewed' })
      .where('subscription_id', 'in', ids)
      .where('state', 'in', ['running', 'paused']),
  )
  await tx.defer(insertPrepaidTermsQuery(ended, prepaidTerms))
}

/** The latest term of each of these subscriptions. */
export const selectLatestPrepaidTerms = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPrepaidTerm>> => {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('subscription_term')
    .selectAll()
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', subscriptionIds)
    .orderBy('subscription_id')
    .orderBy('cycle', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subscription_id, prepaidTermFrom(row)]))
}

/** Writes the term after a change. */
export const updatePrepaidTerm = async (
  tx: Tx,
  { subscriptionId, cycle }: Pick<StoredPrepaidTerm, 'subscriptionId' | 'cycle'>,
  { lastOn, state }: Pick<PrepaidTerm, 'lastOn' | 'state'>,
): Promise<void> => {
  await tx.db
    .updateTable('subscription_term')
    .set({ last_on: lastOn, state })
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .execute()
}

/** The order that paid these terms was canceled or fully refunded: they are not prepaid anymore. */
export const refundPrepaidTerms = async (tx: Tx, orderId: string): Promise<void> => {
  await tx.db
    .updateTable('subscription_term')
    .set({ state: 'refunded' })
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * The order of a cycle was canceled at once: its term is removed, and the one before it runs again. Returns the first
 * day of that one; null when there is none.
 */
export const withdrawPrepaidTerm = async (
  tx: Tx,
  subscriptionId: string,
  cycle: number,
): Promise<string | null> => {
  await tx.db
    .deleteFrom('subscription_term')
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .execute()
  const earlier = (await selectLatestPrepaidTerms(tx.db, [subscriptionId])).get(subscriptionId)
  if (earlier?.state === 'renewed') await updatePrepaidTerm(tx, earlier, { ...earlier, state: 'running' })
  return earlier?.firstOn ?? null
}

/** Invalid terms: two that run at once, or one that ends before it begins. */
export const selectBrokenPrepaidTerms = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('subscription_term')
    .select('subscription_id')
    .where('state', 'in', ['running', 'paused'])
    .groupBy('subscription_id')
    .having((is) => is.fn.countAll(), '>', 1)
    .execute()
  return rows.map(({ subscription_id: id }) => `subscription ${id} has two terms that run`)
}

import type { Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import { termStates } from '../rules/term.ts'
import type { Term } from '../rules/term.ts'

/** Whose term it is, and the order that paid it. */
export interface PaidTerm extends Term {
  readonly subscriptionId: string
  readonly accountId: string
  readonly orderId: string
}

const termFrom = (row: Selectable<Database['subscription_term']>): PaidTerm => ({
  subscriptionId: row.subscription_id,
  accountId: row.account_id,
  orderId: row.order_id,
  cycle: row.cycle,
  months: row.months,
  firstOn: row.first_on,
  lastOn: row.last_on,
  state: termStates.find((state) => state === row.state) ?? 'renewed',
})

/** The terms of new subscriptions, as part of the statement that writes those. */
export const insertingTerms = (db: QueryCreator<Database>, terms: readonly PaidTerm[]) =>
  db.insertInto('subscription_term').values(
    terms.map((term) => ({
      subscription_id: term.subscriptionId,
      cycle: term.cycle,
      account_id: term.accountId,
      order_id: term.orderId,
      months: term.months,
      first_on: term.firstOn,
      last_on: term.lastOn,
      state: term.state,
    })),
  )

/** Opens a term, and ends the one that ran before it, in one statement. */
export const openTerm = async (work: Work, term: PaidTerm): Promise<void> => {
  const ended = work.db.with('ended', (db) =>
    db
      .updateTable('subscription_term')
      .set({ state: 'renewed' })
      .where('subscription_id', '=', term.subscriptionId)
      .where('state', 'in', ['running', 'paused']),
  )
  await work.write(insertingTerms(ended, [term]))
}

/** The latest term of each of these subscriptions. */
export const selectLatestTerms = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, PaidTerm>> => {
  if (subscriptionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('subscription_term')
    .selectAll()
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', subscriptionIds)
    .orderBy('subscription_id')
    .orderBy('cycle', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subscription_id, termFrom(row)]))
}

/** Writes what a change made of a term. */
export const updateTerm = async (
  work: Work,
  { subscriptionId, cycle }: Pick<PaidTerm, 'subscriptionId' | 'cycle'>,
  { lastOn, state }: Pick<Term, 'lastOn' | 'state'>,
): Promise<void> => {
  await work.db
    .updateTable('subscription_term')
    .set({ last_on: lastOn, state })
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .execute()
}

/** The order that paid these terms was canceled, or all its money given back: nothing is paid ahead by them. */
export const refundTerms = async (work: Work, orderId: string): Promise<void> => {
  await work.db
    .updateTable('subscription_term')
    .set({ state: 'refunded' })
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * The order of a cycle was taken back at once: there is no such term, and the one before it runs again. Answers the
 * first day of that one; null when there is none.
 */
export const takeBackTerm = async (
  work: Work,
  subscriptionId: string,
  cycle: number,
): Promise<string | null> => {
  await work.db
    .deleteFrom('subscription_term')
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .execute()
  const earlier = (await selectLatestTerms(work.db, [subscriptionId])).get(subscriptionId)
  if (earlier?.state === 'renewed') await updateTerm(work, earlier, { ...earlier, state: 'running' })
  return earlier?.firstOn ?? null
}

/** Terms that cannot be: two that run at once, or one that ends before it begins. */
export const selectBrokenTerms = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('subscription_term')
    .select('subscription_id')
    .where('state', 'in', ['running', 'paused'])
    .groupBy('subscription_id')
    .having((is) => is.fn.countAll(), '>', 1)
    .execute()
  return rows.map(({ subscription_id: id }) => `subscription ${id} has two terms that run`)
}

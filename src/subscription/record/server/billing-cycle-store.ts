import type { PassedTerms } from './billing-cycle-record.ts'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { SubscriptionTerms } from '../rules/subscription-terms.ts'
import { cycleFrom, openedColumns, pricedCyclesFrom, skippedColumns } from './billing-cycle-record.ts'
import type {
  BillingCycle,
  BillingCycleDraft,
  BillingQuote,
  CycleOwner,
  PricedCycle,
} from './billing-cycle-record.ts'
import { stoppedIds } from './stop-store.ts'
import { lockSubscriptionRows, lockedVersionsQuery } from './subscription-store.ts'

/** Cycles, for the queries about those that are open (`open-cycles.ts`). */
export const cyclesIn = (db: Kysely<Database>) => db.selectFrom('billing_cycle')

/**
 * Opens the cycles of a run, or reopens declined ones for another attempt, in one statement. A cycle that is being
 * charged, unknown or billed is not changed and not returned, so that it cannot be billed twice.
 */
export const openCycles = async (tx: Tx, drafts: readonly BillingCycleDraft[]): Promise<PricedCycle[]> => {
  if (drafts.length === 0) return []
  const rows = await tx.db
    .insertInto('billing_cycle')
    .values(drafts.map((draft) => openedColumns(tx, draft)))
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'number'])
        .doUpdateSet((set) => ({
          state: 'charging',
          attempts: set('billing_cycle.attempts', '+', 1),
          quote: set.ref('excluded.quote'),
          due_on: set.ref('excluded.due_on'),
          change_id: set.ref('excluded.change_id'),
          opened_at: set.ref('excluded.opened_at'),
          requested_at: set.ref('excluded.requested_at'),
          priced_version: set.ref('excluded.priced_version'),
          attempt_on: set.ref('excluded.attempt_on'),
          recovery_case_id: null,
          order_canceled_by: null,
          passed_terms: null,
        }))
        .where('billing_cycle.state', '=', 'declined'),
    )
    .returningAll()
    .execute()
  return pricedCyclesFrom(rows)
}

/** Takes a refused cycle up for a card that its member has typed in; undefined when it is being charged or is paid. */
export const reopenCycle = async (
  tx: Tx,
  id: string,
  { quote, caseId }: { readonly quote: BillingQuote; readonly caseId: string },
): Promise<BillingCycle | undefined> => {
  const [row] = await tx.db
    .updateTable('billing_cycle')
    .set((set) => ({
      state: 'charging',
      attempts: set('attempts', '+', 1),
      quote: JSON.stringify(quote),
      change_id: null,
      recovery_case_id: caseId,
      requested_at: tx.now.toString(),
      order_canceled_by: null,
      passed_terms: null,
      settled_at: null,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['declined', 'failed'])
    .returningAll()
    .execute()
  return row && cycleFrom(row)
}

/** A cycle as it is now. */
export const selectCycle = async (db: Kysely<Database>, id: string): Promise<BillingCycle | undefined> => {
  const row = await cyclesIn(db).selectAll().where('id', '=', id).executeTakeFirst()
  return row && cycleFrom(row)
}

/** Writes that cycles are not billed, or not yet. */
export const settleCycle = async (
  tx: Tx,
  id: string,
  { state }: { readonly state: 'declined' | 'failed' | 'unknown' },
): Promise<void> => {
  const settled = { state, order_id: null, settled_at: state === 'unknown' ? null : tx.now.toString() }
  await tx.defer(tx.db.updateTable('billing_cycle').set(settled).where('id', '=', id))
}

/** Writes the orders of billed cycles, by the id of the cycle. */
export const billCycles = async (tx: Tx, orderIds: ReadonlyMap<string, string>): Promise<void> => {
  const [ids, orders] = [[...orderIds.keys()], [...orderIds.values()]]
  const billed = sql<{ id: string; order_id: string }>`unnest(${ids}::uuid[], ${orders}::uuid[])`
  await tx.defer(
    tx.db
      .updateTable('billing_cycle')
      .from(billed.as<'billed'>(sql`billed(id, order_id)`))
      .set((set) => ({
        state: 'billed',
        order_id: set.ref('billed.order_id'),
        settled_at: tx.now.toString(),
      }))
      .whereRef('billing_cycle.id', '=', 'billed.id'),
  )
}

/** The cycle that a member requested was declined: it does not count in the schedule of attempts. */
export const refuseRequestedCycle = async (tx: Tx, id: string): Promise<void> => {
  const settled = { state: 'declined', settled_at: tx.now.toString() }
  await tx.db
    .updateTable('billing_cycle')
    .set((set) => ({ ...settled, requested_attempts: set('requested_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The skipped cycles right before the next one of each subscription, earliest first. */
export const selectSkipped = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, SubscriptionTerms['skipped']>> => {
  const found = new Map<string, SubscriptionTerms['skipped']>()
  if (subscriptionIds.length === 0) return found
  const rows = await db
    .selectFrom('billing_cycle as skipped')
    .select(['skipped.subscription_id', 'skipped.number', 'skipped.due_on'])
    .where('skipped.subscription_id', 'in', subscriptionIds)
    .where('skipped.state', '=', 'skipped')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('billing_cycle as later')
            .select('later.id')
            .whereRef('later.subscription_id', '=', 'skipped.subscription_id')
            .whereRef('later.number', '>', 'skipped.number')
            .where('later.state', 'in', ['billed', 'failed']),
        ),
      ),
    )
    .orderBy('skipped.number')
    .execute()
  for (const row of rows) {
    const cycle = { number: row.number, on: row.due_on }
    found.set(row.subscription_id, [...(found.get(row.subscription_id) ?? []), cycle])
  }
  return found
}

/** Records cycles as skipped. */
export const addSkipped = async (
  tx: Tx,
  owner: CycleOwner,
  cycles: SubscriptionTerms['skipped'],
): Promise<void> => {
  if (cycles.length === 0) return
  await tx.db
    .insertInto('billing_cycle')
    .values(cycles.map((cycle) => skippedColumns(tx, owner, cycle)))
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'number'])
        .doUpdateSet((set) => ({ state: 'skipped', due_on: set.ref('excluded.due_on') }))
        .where('billing_cycle.state', '=', 'declined'),
    )
    .execute()
}

/** A cycle that was attempted has charges, which refer to it; one that was not leaves no row. */
export const removeSkipped = async (
  tx: Tx,
  { subscriptionId }: CycleOwner,
  cycles: SubscriptionTerms['skipped'],
): Promise<void> => {
  if (cycles.length === 0) return
  const numbers = cycles.map(({ number }) => number)
  await tx.db
    .updateTable('billing_cycle')
    .set({ state: 'declined' })
    .where('subscription_id', '=', subscriptionId)
    .where('number', 'in', numbers)
    .where('state', '=', 'skipped')
    .where('attempts', '>', 0)
    .execute()
  await tx.db
    .deleteFrom('billing_cycle')
    .where('subscription_id', '=', subscriptionId)
    .where('number', 'in', numbers)
    .where('state', '=', 'skipped')
    .execute()
}

/** An attempt of a cycle that is to be requested. */
export interface CycleAttempt {
  readonly id: string
  readonly subscriptionId: string
  readonly attempt: number
}

/**
 * Records that the processor is about to be asked for cycles, in a transaction that commits before the requests are sent. It
 * locks the subscriptions meanwhile. Not among the ids that it answers: a cycle whose subscription is not what it was priced
 * from anymore, that a change has withdrawn, whose subscription a dispute has stopped since, and that another process has
 * requested.
 *
 * The lock is a statement of its own and keeps out rows that refer to the subscriptions: a stop that is being recorded comes
 * either before the next statement, which sees it, or after the request is recorded.
 */
export const markRequested = async (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  cycles: readonly CycleAttempt[],
): Promise<ReadonlySet<string>> => {
  if (cycles.length === 0) return new Set()
  const subscriptionIds = cycles.map(({ subscriptionId }) => subscriptionId)
  const [ids, attempts] = [cycles.map(({ id }) => id), cycles.map(({ attempt }) => attempt)]
  await lockSubscriptionRows(db, subscriptionIds)
  const marked = await db
    .with('held', (inner) => lockedVersionsQuery(inner, subscriptionIds))
    .updateTable('billing_cycle')
    .from('held')
    .set({ requested_at: now.toString() })
    .where(
      sql<boolean>`(billing_cycle.id, billing_cycle.attempts) in (select * from unnest(${ids}::uuid[], ${attempts}::int[]))`,
    )
    .where('billing_cycle.state', '=', 'charging')
    .where('billing_cycle.requested_at', 'is', null)
    .whereRef('billing_cycle.subscription_id', '=', 'held.id')
    .whereRef('billing_cycle.priced_version', '=', 'held.version')
    .where('billing_cycle.subscription_id', 'not in', stoppedIds(db))
    .returning('billing_cycle.id')
    .execute()
  return new Set(marked.map(({ id }) => id))
}

/** Withdraws what was opened for a locked subscription and not requested yet; it can be opened again. */
export const withdrawCycles = async (tx: Tx, subscriptionId: string): Promise<PricedCycle[]> =>
  pricedCyclesFrom(
    await tx.db
      .updateTable('billing_cycle')
      .set({ state: 'declined', settled_at: tx.now.toString() })
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'charging')
      .where('requested_at', 'is', null)
      .returningAll()
      .execute(),
  )

/**
 * Marks the order of a cycle whose charge is in flight to be canceled once it is paid, for a change; false when it is
 * settled.
 */
export const markOrderForCancellation = async (tx: Tx, id: string, changeId: string): Promise<boolean> => {
  const marked = await tx.db
    .updateTable('billing_cycle')
    // Of two changes that want it canceled the first counts: undoing the other one leaves it.
    .set((set) => ({ order_canceled_by: set.fn.coalesce('order_canceled_by', set.val(changeId)) }))
    .where('id', '=', id)
    .where('state', 'in', ['charging', 'unknown'])
    .returning('id')
    .execute()
  return marked.length > 0
}

/** The terms before and after the order of a cycle that a change takes its subscription past. */
export const writePassedTerms = (tx: Tx, id: string, terms: PassedTerms): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('billing_cycle')
      .set({ passed_terms: JSON.stringify(terms) })
      .where('id', '=', id),
  )

/** In the transaction that cancels the order of a paid cycle: records the change that requested it. */
export const markOrderCanceled = (tx: Tx, id: string, changeId: string): Promise<void> =>
  tx.defer(tx.db.updateTable('billing_cycle').set({ order_canceled_by: changeId }).where('id', '=', id))

/** The change is undone: the order is kept, unless it is paid and is being canceled. */
export const unmarkOrderForCancellation = async (tx: Tx, id: string, changeId: string): Promise<void> => {
  const unmarked = tx.db.updateTable('billing_cycle').set({ order_canceled_by: null }).where('id', '=', id)
  await tx.defer(unmarked.where('order_canceled_by', '=', changeId).where('state', '<>', 'billed'))
}

/** The cycle that a change requested. */
export const selectCycleOfChange = async (
  db: Kysely<Database>,
  changeId: string,
): Promise<BillingCycle | undefined> => {
  const row = await cyclesIn(db).selectAll().where('change_id', '=', changeId).executeTakeFirst()
  return row && cycleFrom(row)
}

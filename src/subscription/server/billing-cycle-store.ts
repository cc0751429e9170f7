import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import type { Steering } from '../rules/steering.ts'
import { openedColumns, skippedColumns } from './billing-cycle-draft.ts'
import type { BillingCycleDraft, CycleOwner } from './billing-cycle-draft.ts'

export type BillingCycleRow = Selectable<Database['billing_cycle']>

/**
 * Opens the cycles of a run, or takes up declined ones for another attempt, in one statement. A cycle that is being
 * charged, unknown or billed is left alone and not returned: whoever sees it cannot bill it a second time.
 */
export const openCycles = async (
  work: Work,
  drafts: readonly BillingCycleDraft[],
): Promise<BillingCycleRow[]> => {
  if (drafts.length === 0) return []
  return work.db
    .insertInto('billing_cycle')
    .values(drafts.map((draft) => openedColumns(work, draft)))
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'number'])
        .doUpdateSet((set) => ({
          state: 'charging',
          attempts: set('billing_cycle.attempts', '+', 1),
          quote: set.ref('excluded.quote'),
          due_on: set.ref('excluded.due_on'),
          change_id: set.ref('excluded.change_id'),
          recovery_case_id: null,
        }))
        .where('billing_cycle.state', '=', 'declined'),
    )
    .returningAll()
    .execute()
}

/** Takes a refused cycle up for a card that its member has typed in; undefined when it is being charged or is paid. */
export const reopenCycle = (
  work: Work,
  id: string,
  { quote, caseId }: { readonly quote: unknown; readonly caseId: string },
): Promise<BillingCycleRow | undefined> =>
  work.db
    .updateTable('billing_cycle')
    .set((set) => ({
      state: 'charging',
      attempts: set('attempts', '+', 1),
      quote: JSON.stringify(quote),
      change_id: null,
      recovery_case_id: caseId,
      settled_at: null,
    }))
    .where('id', '=', id)
    .where('state', 'in', ['declined', 'failed'])
    .returningAll()
    .executeTakeFirst()

/** A cycle as it stands. */
export const selectCycle = (db: Kysely<Database>, id: string): Promise<BillingCycleRow | undefined> =>
  db.selectFrom('billing_cycle').selectAll().where('id', '=', id).executeTakeFirst()

/** The cycle of a charge, locked: whoever settles it first decides, the others find it settled. */
export const lockCycle = (work: Work, id: string): Promise<BillingCycleRow | undefined> =>
  work.db.selectFrom('billing_cycle').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type Settlement =
  | { readonly state: 'billed'; readonly orderId: string }
  | { readonly state: 'declined' | 'failed' | 'unknown' }

/** Writes what became of a cycle. */
export const settleCycle = async (work: Work, id: string, settlement: Settlement): Promise<void> => {
  const settled = {
    state: settlement.state,
    order_id: settlement.state === 'billed' ? settlement.orderId : null,
    settled_at: settlement.state === 'unknown' ? null : work.now.toString(),
  }
  await work.write(work.db.updateTable('billing_cycle').set(settled).where('id', '=', id))
}

/** The cycle that a member asked for was refused: nothing of the schedule of attempts is used up by it. */
export const refuseAskedCycle = async (work: Work, id: string): Promise<void> => {
  const settled = { state: 'declined', settled_at: work.now.toString() }
  await work.db
    .updateTable('billing_cycle')
    .set((set) => ({ ...settled, asked_attempts: set('asked_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The cycles right before the next one of each subscription that were let pass, the earliest first. */
export const selectSkipped = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, Steering['skipped']>> => {
  const found = new Map<string, Steering['skipped']>()
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
  work: Work,
  owner: CycleOwner,
  cycles: Steering['skipped'],
): Promise<void> => {
  if (cycles.length === 0) return
  await work.db
    .insertInto('billing_cycle')
    .values(cycles.map((cycle) => skippedColumns(work, owner, cycle)))
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'number'])
        .doUpdateSet((set) => ({ state: 'skipped', due_on: set.ref('excluded.due_on') }))
        .where('billing_cycle.state', '=', 'declined'),
    )
    .execute()
}

/** A cycle that was tried has charges, which must keep it; one that never was leaves nothing behind. */
export const takeBackSkipped = async (
  work: Work,
  { subscriptionId }: CycleOwner,
  cycles: Steering['skipped'],
): Promise<void> => {
  if (cycles.length === 0) return
  const numbers = cycles.map(({ number }) => number)
  await work.db
    .updateTable('billing_cycle')
    .set({ state: 'declined' })
    .where('subscription_id', '=', subscriptionId)
    .where('number', 'in', numbers)
    .where('state', '=', 'skipped')
    .where('attempts', '>', 0)
    .execute()
  await work.db
    .deleteFrom('billing_cycle')
    .where('subscription_id', '=', subscriptionId)
    .where('number', 'in', numbers)
    .where('state', '=', 'skipped')
    .execute()
}

/** Cycles that are being charged or whose charge nobody knows, and the one of this number. */
export const selectOpenCycles = (
  db: Kysely<Database>,
  subscriptionId: string,
  number: number,
): Promise<BillingCycleRow[]> =>
  db
    .selectFrom('billing_cycle')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where((is) => is.or([is('state', 'in', ['charging', 'unknown']), is('number', '=', number)]))
    .execute()

/** Cycles that were let pass, by their date. */
export const selectSkippedOn = async (
  db: Kysely<Database>,
  days: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): Promise<readonly { subscriptionId: string; accountId: string; dueOn: string }[]> =>
  db
    .selectFrom('billing_cycle')
    .select(['subscription_id as subscriptionId', 'account_id as accountId', 'due_on as dueOn'])
    .where('state', '=', 'skipped')
    .where('due_on', '>', days.from.toString())
    .where('due_on', '<=', days.to.toString())
    .execute()

/** The cycle that a change asked for. */
export const selectCycleOfChange = (
  db: Kysely<Database>,
  changeId: string,
): Promise<BillingCycleRow | undefined> =>
  db.selectFrom('billing_cycle').selectAll().where('change_id', '=', changeId).executeTakeFirst()

/** Which of these subscriptions have a cycle that is being charged or whose charge nobody knows. */
export const selectInHand = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (subscriptionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('billing_cycle')
    .select('subscription_id')
    .distinct()
    .where('subscription_id', 'in', subscriptionIds)
    .where('state', 'in', ['charging', 'unknown'])
    .execute()
  return new Set(rows.map((row) => row.subscription_id))
}

/** Cycles that were opened before a moment, have nothing to pay and are not billed; the earliest first. */
export const selectFreeLeft = async (
  db: Kysely<Database>,
  before: Temporal.Instant,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('billing_cycle')
    .select('id')
    .where('state', '=', 'charging')
    .where('opened_at', '<', before.toString())
    .where(sql<boolean>`(quote ->> 'totalCents')::int = coalesce((quote ->> 'creditCents')::int, 0)`)
    .orderBy('opened_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Of these cycles, those that are not being charged any more. */
export const selectNotInHand = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('billing_cycle')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['charging', 'unknown'])
    .execute()
  return ids.filter((id) => rows.every((row) => row.id !== id))
}

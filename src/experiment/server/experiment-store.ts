import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Variants } from '../rules/assignment.ts'

type Db = Kysely<Database>

/** What the shop remembers of someone's variants. */
export interface Remembered {
  /** Said from outside. */
  readonly chosen: Variants
  /** Met before: they stay, also when the split is changed. */
  readonly met: Variants
}

/** Of an account and, where it is known, of its browser; the variant that was met first counts. */
export const readRemembered = async (
  db: Db,
  accountId: string,
  visitorId: string | null,
): Promise<Remembered> => {
  const rows = await db
    .selectFrom('experiment_choice')
    .select(['experiment', 'variant', 'chosen_at as at', sql<boolean>`true`.as('is_chosen')])
    .where('account_id', '=', accountId)
    .unionAll(
      db
        .selectFrom('experiment_exposure')
        .select(['experiment', 'variant', 'first_at as at', sql<boolean>`false`.as('is_chosen')])
        .where('account_id', '=', accountId),
    )
    .unionAll(
      db
        .selectFrom('experiment_visitor')
        .select(['experiment', 'variant', 'first_at as at', sql<boolean>`false`.as('is_chosen')])
        .where((where) =>
          visitorId === null
            ? where('account_id', '=', accountId)
            : where.or([where('account_id', '=', accountId), where('visitor_id', '=', visitorId)]),
        ),
    )
    // The latest first, so that the earliest is the one that remains.
    .orderBy('at', 'desc')
    .execute()
  const of = (isChosen: boolean): Variants =>
    Object.fromEntries(
      rows.flatMap((row) => (row.is_chosen === isChosen ? [[row.experiment, row.variant]] : [])),
    )
  return { chosen: of(true), met: of(false) }
}

export const writeChoice = async (
  tx: Tx,
  accountId: string,
  experiment: string,
  variant: string,
): Promise<void> => {
  const chosen = { variant, chosen_at: tx.now.toString() }
  await tx.db
    .insertInto('experiment_choice')
    .values({ account_id: accountId, experiment, ...chosen })
    .onConflict((conflict) => conflict.columns(['account_id', 'experiment']).doUpdateSet(chosen))
    .execute()
}

/** A variant that someone met, in a phase of its experiment. */
export interface Meeting {
  readonly experiment: string
  readonly variant: string
  readonly phase: number
}

/** Says that a member has met a variant, in the transaction that shows it; the first time counts. */
export const insertExposure = async (
  tx: Tx,
  accountId: string,
  { experiment, variant, phase }: Meeting,
): Promise<void> => {
  await tx.db
    .insertInto('experiment_exposure')
    .values({ account_id: accountId, experiment, variant, phase, first_at: tx.now.toString() })
    .onConflict((conflict) => conflict.columns(['account_id', 'experiment', 'variant']).doNothing())
    .execute()
}

/** The same of a browser; an account that it signs in with later is noted once. Answers the variant that counts. */
export const insertVisitor = async (
  tx: Tx,
  visitorId: string,
  accountId: string | null,
  { experiment, variant, phase }: Meeting,
): Promise<string> => {
  const row = await tx.db
    .insertInto('experiment_visitor')
    .values({
      experiment,
      visitor_id: visitorId,
      variant,
      phase,
      first_at: tx.now.toString(),
      account_id: accountId,
    })
    .onConflict((conflict) =>
      conflict.columns(['experiment', 'visitor_id']).doUpdateSet((set) => ({
        account_id: set.fn.coalesce('experiment_visitor.account_id', 'excluded.account_id'),
      })),
    )
    .returning('variant')
    .executeTakeFirstOrThrow()
  return row.variant
}

/**
 * What a browser met belongs to an account from now on, in the transaction that proved that both belong together; what it met as
 * another account stays that one's.
 */
export const updateAccountOfVisitor = (
  tx: Tx,
  accountId: string,
  browser: { readonly visitId: string } | null,
): Promise<void> =>
  browser === null
    ? Promise.resolve()
    : tx.defer(
        tx.db
          .updateTable('experiment_visitor')
          .set({ account_id: accountId })
          .where('visitor_id', '=', browser.visitId)
          .where('account_id', 'is', null),
      )

/** The variants that a browser met. */
export const readVisitor = async (db: Db, visitorId: string): Promise<Variants> => {
  const rows = await db
    .selectFrom('experiment_visitor')
    .select(['experiment', 'variant'])
    .where('visitor_id', '=', visitorId)
    .execute()
  return Object.fromEntries(rows.map(({ experiment, variant }) => [experiment, variant]))
}

/** What the shop stores of a member's experiments, for the member's data file. */
export const readExposures = (db: Db, accountId: string) =>
  db
    .selectFrom('experiment_exposure')
    .select(['experiment', 'variant', 'first_at'])
    .where('account_id', '=', accountId)
    .unionAll(
      db
        .selectFrom('experiment_visitor')
        .select(['experiment', 'variant', 'first_at'])
        .where('account_id', '=', accountId),
    )
    .orderBy('first_at')
    .execute()

/** Forgets a member's variants. */
export const deleteExperimentsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('experiment_choice').where('account_id', '=', accountId).execute()
  await tx.db.deleteFrom('experiment_exposure').where('account_id', '=', accountId).execute()
  await tx.db.deleteFrom('experiment_visitor').where('account_id', '=', accountId).execute()
}

/** Forgets what browsers met that never signed in, the oldest first; returns how many. */
export const deleteVisitorsBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('experiment_visitor')
    .select(['experiment', 'visitor_id'])
    .where('account_id', 'is', null)
    .where('first_at', '<', before.toString())
    .orderBy('first_at')
    .limit(limit)
  const { numDeletedRows } = await tx.db
    .deleteFrom('experiment_visitor')
    .where((where) =>
      where(where.refTuple('experiment', 'visitor_id'), 'in', old.$asTuple('experiment', 'visitor_id')),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whether an account has a subscription that is not over. */
export const hasSubscription = async (db: Db, accountId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('experiment_subscriber')
    .select('account_id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

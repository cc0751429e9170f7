import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Variants } from '../rules/assignment.ts'

type Db = Kysely<Database>

export const readChoices = async (db: Db, accountId: string): Promise<Variants> => {
  const rows = await db
    .selectFrom('experiment_choice')
    .select(['experiment', 'variant'])
    .where('account_id', '=', accountId)
    .execute()
  return Object.fromEntries(rows.map(({ experiment, variant }) => [experiment, variant]))
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

/** Says that a member has met a variant, in the transaction that shows it; the first time counts. */
export const writeExposure = async (
  tx: Tx,
  accountId: string,
  experiment: string,
  variant: string,
): Promise<void> => {
  await tx.db
    .insertInto('experiment_exposure')
    .values({ account_id: accountId, experiment, variant, first_at: tx.now.toString() })
    .onConflict((conflict) => conflict.columns(['account_id', 'experiment', 'variant']).doNothing())
    .execute()
}

/** What the shop stores of a member's experiments, for the member's data file. */
export const readExposures = (db: Db, accountId: string) =>
  db
    .selectFrom('experiment_exposure')
    .select(['experiment', 'variant', 'first_at'])
    .where('account_id', '=', accountId)
    .orderBy('first_at')
    .execute()

/** Forgets a member's variants. */
export const deleteExperimentsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('experiment_choice').where('account_id', '=', accountId).execute()
  await tx.db.deleteFrom('experiment_exposure').where('account_id', '=', accountId).execute()
}

import type { Insertable, Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

export type StatusRow = Selectable<Database['subscription_standing']>

/** What of a subscription counts for revenue, with the version at which it does. */
type StatusSource = Pick<
  Selectable<Database['subscription']>,
  'id' | 'version' | 'state' | 'plan_code' | 'quantity' | 'unit_price_cents' | 'interval_months'
>

const statusColumns = (
  tx: Pick<Tx, 'now'>,
  row: StatusSource,
): Insertable<Database['subscription_standing']> => ({
  subscription_id: row.id,
  version: row.version,
  at: tx.now.toString(),
  state: row.state,
  plan_code: row.plan_code,
  quantity: row.quantity,
  unit_price_cents: row.unit_price_cents,
  interval_months: row.interval_months,
})

/** Keeps how subscriptions stand from now on; part of the statement that moves them where there is one. */
export const insertStatusesQuery = (
  db: QueryCreator<Database>,
  tx: Pick<Tx, 'now'>,
  rows: readonly StatusSource[],
) => db.insertInto('subscription_standing').values(rows.map((row) => statusColumns(tx, row)))

/** Whether a subscription counts for the same. */
export const hasSameStatus = (
  a: Omit<StatusSource, 'id' | 'version'>,
  b: Omit<StatusSource, 'id' | 'version'>,
): boolean =>
  a.state === b.state &&
  a.plan_code === b.plan_code &&
  a.quantity === b.quantity &&
  a.unit_price_cents === b.unit_price_cents &&
  a.interval_months === b.interval_months

/** Keeps that a subscription stands otherwise from now on, if it does. */
export const recordStatusChange = async (
  tx: Tx,
  before: StatusSource,
  after: StatusSource,
): Promise<void> => {
  if (!hasSameStatus(before, after)) await tx.defer(insertStatusesQuery(tx.db, tx, [after]))
}

/** How these subscriptions have stood, the earliest first. */
export const selectStatuses = (db: Kysely<Database>, ids: readonly string[]): Promise<StatusRow[]> =>
  db
    .selectFrom('subscription_standing')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .orderBy('version')
    .execute()

/** How these subscriptions stand by their latest record. */
export const selectLatestStatuses = (db: Kysely<Database>, ids: readonly string[]): Promise<StatusRow[]> =>
  db
    .selectFrom('subscription_standing')
    .selectAll()
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', ids)
    .orderBy('subscription_id')
    .orderBy('version', 'desc')
    .execute()

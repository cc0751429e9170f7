import type { Insertable, Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { StoredSubscription } from './subscription-record.ts'

export type StatusRow = Selectable<Database['subscription_status']>

/** The facts of a subscription that count for revenue, with the version that has them. */
type StatusSource = Pick<
  Selectable<Database['subscription']>,
  'id' | 'version' | 'state' | 'plan_code' | 'quantity' | 'unit_price_cents' | 'interval_months'
>

/** What counts of a subscription, as columns. */
export const statusOf = (
  subscription: Pick<
    StoredSubscription,
    'id' | 'version' | 'planCode' | 'quantity' | 'unitPriceCents' | 'intervalMonths'
  > & { readonly state: string },
): StatusSource => ({
  id: subscription.id,
  version: subscription.version,
  state: subscription.state,
  plan_code: subscription.planCode,
  quantity: subscription.quantity,
  unit_price_cents: subscription.unitPriceCents,
  interval_months: subscription.intervalMonths,
})

const statusColumns = (
  tx: Pick<Tx, 'now'>,
  row: StatusSource,
): Insertable<Database['subscription_status']> => ({
  subscription_id: row.id,
  version: row.version,
  at: tx.now.toString(),
  state: row.state,
  plan_code: row.plan_code,
  quantity: row.quantity,
  unit_price_cents: row.unit_price_cents,
  interval_months: row.interval_months,
})

/** Records the new status of subscriptions; part of the statement that changes them where there is one. */
export const insertStatusesQuery = (
  db: QueryCreator<Database>,
  tx: Pick<Tx, 'now'>,
  rows: readonly StatusSource[],
) => db.insertInto('subscription_status').values(rows.map((row) => statusColumns(tx, row)))

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

/** Records the new status of a subscription, if it changed. */
export const recordStatusChange = async (
  tx: Tx,
  before: StatusSource,
  after: StatusSource,
): Promise<void> => {
  if (!hasSameStatus(before, after)) await tx.defer(insertStatusesQuery(tx.db, tx, [after]))
}

/** The status history of these subscriptions, earliest first. */
export const selectStatuses = (db: Kysely<Database>, ids: readonly string[]): Promise<StatusRow[]> =>
  db
    .selectFrom('subscription_status')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .orderBy('version')
    .execute()

/** The latest recorded status of these subscriptions. */
export const selectLatestStatuses = (db: Kysely<Database>, ids: readonly string[]): Promise<StatusRow[]> =>
  db
    .selectFrom('subscription_status')
    .selectAll()
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', ids)
    .orderBy('subscription_id')
    .orderBy('version', 'desc')
    .execute()

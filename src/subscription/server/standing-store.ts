import type { Insertable, Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'

export type StandingRow = Selectable<Database['subscription_standing']>

/** What of a subscription counts for revenue, with the version at which it does. */
type Standing = Pick<
  Selectable<Database['subscription']>,
  'id' | 'version' | 'state' | 'plan_code' | 'quantity' | 'unit_price_cents' | 'interval_months'
>

const standingColumns = (
  work: Pick<Work, 'now'>,
  row: Standing,
): Insertable<Database['subscription_standing']> => ({
  subscription_id: row.id,
  version: row.version,
  at: work.now.toString(),
  state: row.state,
  plan_code: row.plan_code,
  quantity: row.quantity,
  unit_price_cents: row.unit_price_cents,
  interval_months: row.interval_months,
})

/** Keeps how subscriptions stand from now on; part of the statement that moves them where there is one. */
export const insertingStandings = (
  db: QueryCreator<Database>,
  work: Pick<Work, 'now'>,
  rows: readonly Standing[],
) => db.insertInto('subscription_standing').values(rows.map((row) => standingColumns(work, row)))

/** Whether a subscription counts for the same. */
export const standsAlike = (
  a: Omit<Standing, 'id' | 'version'>,
  b: Omit<Standing, 'id' | 'version'>,
): boolean =>
  a.state === b.state &&
  a.plan_code === b.plan_code &&
  a.quantity === b.quantity &&
  a.unit_price_cents === b.unit_price_cents &&
  a.interval_months === b.interval_months

/** Keeps that a subscription stands otherwise from now on, if it does. */
export const keepStanding = async (work: Work, before: Standing, after: Standing): Promise<void> => {
  if (!standsAlike(before, after)) await work.write(insertingStandings(work.db, work, [after]))
}

/** How these subscriptions have stood, the earliest first. */
export const selectStandings = (db: Kysely<Database>, ids: readonly string[]): Promise<StandingRow[]> =>
  db
    .selectFrom('subscription_standing')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .orderBy('version')
    .execute()

/** How these subscriptions stand by their latest record. */
export const selectLatestStandings = (db: Kysely<Database>, ids: readonly string[]): Promise<StandingRow[]> =>
  db
    .selectFrom('subscription_standing')
    .selectAll()
    .distinctOn('subscription_id')
    .where('subscription_id', 'in', ids)
    .orderBy('subscription_id')
    .orderBy('version', 'desc')
    .execute()

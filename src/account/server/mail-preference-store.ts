import type { Db } from './account-store.ts'

/** What a member chose, by topic; topics without a choice are missing. */
export const readPreferences = async (db: Db, accountId: string): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await db
    .selectFrom('mail_preference')
    .select(['topic', 'wanted'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map((row) => [row.topic, row.wanted]))
}

/** Which of these accounts have chosen, and whether they want mails of a topic. */
export const readPreferencesFor = async (
  db: Db,
  accountIds: readonly string[],
  topic: string,
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await db
    .selectFrom('mail_preference')
    .select(['account_id', 'wanted'])
    .where('account_id', 'in', accountIds)
    .where('topic', '=', topic)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.wanted]))
}

export const writePreference = async (
  db: Db,
  accountId: string,
  topic: string,
  wanted: boolean,
  now: Temporal.Instant,
): Promise<void> => {
  const chosen = { wanted, changed_at: now.toString() }
  await db
    .insertInto('mail_preference')
    .values({ account_id: accountId, topic, ...chosen })
    .onConflict((conflict) => conflict.columns(['account_id', 'topic']).doUpdateSet(chosen))
    .execute()
}

/** With an account. That a topic is not wanted stays, because what was bought may still be on its way. */
export const deleteWantedPreferences = async (db: Db, accountId: string): Promise<void> => {
  await db
    .deleteFrom('mail_preference')
    .where('account_id', '=', accountId)
    .where('wanted', '=', true)
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

/** One piece of proof. */
export interface ConsentRecord {
  readonly visitId: string
  readonly accountId: string | null
  readonly activeGroups: string
  readonly privacySignal: boolean
  readonly statement: string
  readonly page: string
  readonly network: string
  readonly userAgent: string
  readonly country: string
  readonly region: string
}

export const insertRecord = async (tx: Tx, record: ConsentRecord): Promise<void> => {
  await tx.db
    .insertInto('consent_record')
    .values({
      id: tx.ids.uuid(),
      visit_id: record.visitId,
      account_id: record.accountId,
      active_groups: record.activeGroups,
      privacy_signal: record.privacySignal,
      statement: record.statement,
      page: record.page,
      network: record.network,
      user_agent: record.userAgent,
      country: record.country,
      region: record.region,
      at: tx.now.toString(),
    })
    .execute()
}

/** The last choice in a browser; null when there was none. */
export const readLatestChoice = async (
  db: Kysely<Database>,
  visitId: string,
): Promise<{ readonly activeGroups: string; readonly at: Temporal.Instant } | null> => {
  const row = await db
    .selectFrom('consent_record')
    .select(['active_groups', 'at'])
    .where('visit_id', '=', visitId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { activeGroups: row.active_groups, at: Temporal.Instant.from(row.at) } : null
}

/** Whether the latest record of a member's consent is a privacy signal. */
export const isSignalLatest = async (
  db: Kysely<Database>,
  accountId: string,
  statement: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('consent_record')
    .select('statement')
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.statement === statement
}

/** The choices that a member made, for the member's data file. */
export const readRecordsOf = (db: Kysely<Database>, accountId: string) =>
  db
    .selectFrom('consent_record')
    .select(['active_groups', 'privacy_signal', 'page', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute()

/** Removes the person from the proof; the proof stays. */
export const anonymizeRecordsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db
    .updateTable('consent_record')
    .set({ account_id: null, network: '', user_agent: '' })
    .where('account_id', '=', accountId)
    .execute()
}

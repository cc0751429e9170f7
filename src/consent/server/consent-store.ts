import type { Kysely, ExpressionBuilder } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

/** One piece of proof. */
interface ConsentRecord {
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

/** A person's latest choice, and its browser. */
export interface CurrentConsent {
  readonly visitId: string
  readonly activeGroups: string
  readonly chosenAt: Temporal.Instant
}

/** What an account allowed before the statement that this is a part of. */
const former = (select: ExpressionBuilder<Database, 'current_consent'>) =>
  select
    .selectFrom('current_consent as before')
    .select('before.active_groups')
    .whereRef('before.account_id', '=', 'current_consent.account_id')
    .as('former')

/** Stores a choice for an account unless a later one is known; returns whether something else is allowed now. */
export const writeCurrentConsent = async (
  tx: Tx,
  accountId: string,
  { visitId, activeGroups, chosenAt }: CurrentConsent,
): Promise<boolean> => {
  const chosen = { visit_id: visitId, active_groups: activeGroups, chosen_at: chosenAt.toString() }
  const written = await tx.db
    .insertInto('current_consent')
    .values({ account_id: accountId, ...chosen })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet(chosen)
        .where('current_consent.chosen_at', '<=', chosenAt.toString()),
    )
    .returning(former)
    .executeTakeFirst()
  return written !== undefined && written.former !== activeGroups
}

/** A choice in a browser holds for everybody whose last choice was made in it; returns for whom something else is allowed now. */
export const updateCurrentConsentsOf = async (
  tx: Tx,
  { visitId, activeGroups, chosenAt }: CurrentConsent,
): Promise<string[]> => {
  const rows = await tx.db
    .updateTable('current_consent')
    .set({ active_groups: activeGroups, chosen_at: chosenAt.toString() })
    .where('visit_id', '=', visitId)
    .returning(['account_id', former])
    .execute()
  return rows.filter((row) => row.former !== activeGroups).map((row) => row.account_id)
}

/** The active groups by account, of those among them who ever chose. */
export const readCurrentConsents = async (
  db: Kysely<Database>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('current_consent')
    .select(['account_id', 'active_groups'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.active_groups]))
}

export const deleteCurrentConsentOf = async (tx: Tx, accountId: string): Promise<void> => {
  await tx.db.deleteFrom('current_consent').where('account_id', '=', accountId).execute()
}

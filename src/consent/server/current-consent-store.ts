import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

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

import type { Db } from './account-store.ts'

/** A password that somebody chose for the account of their purchase, before the mailbox has confirmed it. */
interface PasswordChoice {
  readonly purchaseId: string
  readonly accountId: string
  readonly passwordHash: string
}

/** Saves a choice in place of an earlier one of the same purchase. */
export const savePasswordChoice = async (
  db: Db,
  { purchaseId, accountId, passwordHash }: PasswordChoice,
  now: Temporal.Instant,
): Promise<void> => {
  const chosen = { password_hash: passwordHash, chosen_at: now.toString() }
  await db
    .insertInto('password_choice')
    .values({ purchase_id: purchaseId, account_id: accountId, ...chosen })
    .onConflict((conflict) => conflict.column('purchase_id').doUpdateSet(chosen))
    .execute()
}

/** The hash that was chosen last at one of these purchases, since a moment; null when none was. */
export const readPasswordChoice = async (
  db: Db,
  accountId: string,
  purchaseIds: readonly string[],
  since: Temporal.Instant,
): Promise<string | null> => {
  if (purchaseIds.length === 0) return null
  const row = await db
    .selectFrom('password_choice')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .where('purchase_id', 'in', purchaseIds)
    .where('chosen_at', '>', since.toString())
    .orderBy('chosen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Deletes the choices of one account, or all of them. */
export const deletePasswordChoices = async (
  db: Db,
  of: { readonly accountId: string } | 'everybody',
): Promise<void> => {
  const choices = db.deleteFrom('password_choice')
  await (of === 'everybody' ? choices : choices.where('account_id', '=', of.accountId)).execute()
}

/** Deletes up to `limit` choices that were made before a moment; returns how many. */
export const deletePasswordChoicesBefore = async (
  db: Db,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = db
    .selectFrom('password_choice')
    .select('purchase_id')
    .where('chosen_at', '<', before.toString())
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('password_choice')
    .where('purchase_id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

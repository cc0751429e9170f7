import type { Db } from './account-store.ts'

/** What a mailed link is for. */
export type LinkPurpose = 'set-password' | 'verify' | 'sign-in' | 'change-email'

interface NewLink {
  readonly tokenHash: Buffer
  readonly accountId: string
  readonly purpose: LinkPurpose
  readonly expiresAt: Temporal.Instant
  /** Where the account moves to; null for every other purpose. */
  readonly newEmail: string | null
}

/** What a link that would open says. */
export interface OpenLink {
  readonly accountId: string
  readonly newEmail: string | null
}

export const insertLink = async (db: Db, link: NewLink, now: Temporal.Instant): Promise<void> => {
  await db
    .insertInto('account_link')
    .values({
      token_hash: link.tokenHash,
      account_id: link.accountId,
      purpose: link.purpose,
      created_at: now.toString(),
      expires_at: link.expiresAt.toString(),
      new_email: link.newEmail,
    })
    .execute()
}

const linkFrom = (row: { account_id: string; new_email: string | null } | undefined): OpenLink | null =>
  row ? { accountId: row.account_id, newEmail: row.new_email } : null

/** A link that would open at `now`; null for a used, expired or unknown one. */
export const readOpenLink = async (
  db: Db,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<OpenLink | null> => {
  const row = await db
    .selectFrom('account_link')
    .select(['account_id', 'new_email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .executeTakeFirst()
  return linkFrom(row)
}

/** Uses a link up and answers what it says; of several attempts at once only one gets it. */
export const useLink = async (
  db: Db,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<OpenLink | null> => {
  const row = await db
    .updateTable('account_link')
    .set({ used_at: now.toString() })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .returning(['account_id', 'new_email'])
    .executeTakeFirst()
  return linkFrom(row)
}

/** Closes whatever other links of this purpose lie in the member's mailbox. */
export const closeLinks = async (
  db: Db,
  accountId: string,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<void> => {
  await db
    .updateTable('account_link')
    .set({ used_at: now.toString() })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Closes for good whatever was mailed. */
export const eraseLinks = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('account_link').where('account_id', '=', accountId).execute()
}

export const countLinksSince = async (
  db: Db,
  accountId: string,
  since: Temporal.Instant,
): Promise<number> => {
  const row = await db
    .selectFrom('account_link')
    .select((select) => select.fn.countAll<number>().as('links'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', since.toString())
    .executeTakeFirstOrThrow()
  return row.links
}

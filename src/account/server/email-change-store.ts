import { accountWithEmail } from './account-store.ts'
import type { Db } from './account-store.ts'
import { closeEmailChangeLinks } from './link-store.ts'

/** A requested change of e-mail. */
export interface EmailChange {
  readonly id: string
  readonly accountId: string
  /** The session that began it; null once that session is forgotten. */
  readonly sessionId: string | null
  readonly formerEmail: string
  readonly newEmail: string
}

export const insertEmailChange = async (
  db: Db,
  { id, accountId, sessionId, formerEmail, newEmail }: EmailChange,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db
    .insertInto('email_change')
    .values({
      id,
      account_id: accountId,
      session_id: sessionId,
      former_email: formerEmail,
      new_email: newEmail,
      requested_at: now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

/** The changes that can still be confirmed at `now`. */
const openChanges = (db: Db, now: Temporal.Instant) =>
  db.selectFrom('email_change').where('ended_at', 'is', null).where('expires_at', '>', now.toString())

/** A change that still may happen at `now`; null for one that ended or expired. */
export const readOpenEmailChange = async (
  db: Db,
  id: string,
  now: Temporal.Instant,
): Promise<EmailChange | null> => {
  const row = await openChanges(db, now)
    .select(['id', 'account_id', 'session_id', 'former_email', 'new_email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { account_id: accountId, session_id: sessionId, former_email: formerEmail, new_email: newEmail } = row
  return { id, accountId, sessionId, formerEmail, newEmail }
}

/** Whether this session already requested this change, and the request is still open. */
export const isChangePending = async (
  db: Db,
  { accountId, sessionId, newEmail }: Pick<EmailChange, 'accountId' | 'sessionId' | 'newEmail'>,
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await openChanges(db, now)
    .select('id')
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('new_email', '=', newEmail)
    .executeTakeFirst()
  return row !== undefined
}

type EmailChanges = { readonly accountId: string } | { readonly sessionId: string } | 'everybody'

/** Ends the changes of an account, those that one session started, or all; their links do nothing then. */
export const endEmailChanges = async (db: Db, of: EmailChanges, now: Temporal.Instant): Promise<void> => {
  let update = db.updateTable('email_change').set({ ended_at: now.toString() }).where('ended_at', 'is', null)
  if (of !== 'everybody') {
    update =
      'accountId' in of
        ? update.where('account_id', '=', of.accountId)
        : update.where('session_id', '=', of.sessionId)
  }
  const ended = await update.returning('id').execute()
  await closeEmailChangeLinks(
    db,
    ended.map(({ id }) => id),
    now,
  )
}

/** How many changes an account requested since a moment. */
export const countEmailChanges = async (
  db: Db,
  accountId: string,
  since: Temporal.Instant,
): Promise<number> => {
  const row = await db
    .selectFrom('email_change')
    .select((select) => select.fn.countAll<number>().as('changes'))
    .where('account_id', '=', accountId)
    .where('requested_at', '>', since.toString())
    .executeTakeFirstOrThrow()
  return row.changes
}

/**
 * Deletes up to `limit` changes requested before a moment that never happened: their new mailbox is neither the account's
 * nor one that it had since.
 */
export const deleteUnconfirmedChanges = async (
  db: Db,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = db
    .selectFrom('email_change as change')
    .select('change.id')
    .where('change.requested_at', '<', before.toString())
    .where((change) =>
      change.not(
        change.exists(accountWithEmail(db, change.ref('change.account_id'), change.ref('change.new_email'))),
      ),
    )
    .where((change) =>
      change.not(
        change.exists(
          change
            .selectFrom('email_change as later')
            .select('later.id')
            .whereRef('later.account_id', '=', 'change.account_id')
            .whereRef('later.former_email', '=', 'change.new_email'),
        ),
      ),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db.deleteFrom('email_change').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the e-mail addresses that the account had before. */
export const eraseEmailChanges = async (db: Db, accountId: string): Promise<string[]> => {
  const rows = await db
    .deleteFrom('email_change')
    .where('account_id', '=', accountId)
    .returning('former_email')
    .execute()
  return [...new Set(rows.map((row) => row.former_email))]
}

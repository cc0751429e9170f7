import { sql } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Db } from './account-store.ts'

/** The purpose of a mailed link. */
export type LinkPurpose = 'set-password' | 'sign-in'

/** What a mailed link is about: an account, a registration that has no account yet, or a change of e-mail. */
export type LinkSubject =
  | { readonly purpose: LinkPurpose; readonly accountId: string }
  | { readonly purpose: 'verify'; readonly registrationId: string }
  | {
      readonly purpose: 'change-email' | 'stop-email-change'
      readonly accountId: string
      readonly emailChangeId: string
    }

interface NewLink {
  readonly tokenHash: Buffer
  readonly subject: LinkSubject
  readonly expiresAt: Temporal.Instant
}

/** The row that a link which would open points at: an account, a registration or a change of e-mail. */
const subjectColumn = {
  'set-password': 'account_id',
  'sign-in': 'account_id',
  verify: 'registration_id',
  'change-email': 'email_change_id',
  'stop-email-change': 'email_change_id',
} as const satisfies Record<LinkSubject['purpose'], string>

type Writing = Pick<Tx, 'defer' | 'now'>

export const insertLinks = async (tx: Writing, links: readonly NewLink[]): Promise<void> => {
  const rows = links.map(({ tokenHash, subject, expiresAt }) => ({
    token_hash: tokenHash.toString('hex'),
    purpose: subject.purpose,
    account_id: 'accountId' in subject ? subject.accountId : null,
    registration_id: 'registrationId' in subject ? subject.registrationId : null,
    email_change_id: 'emailChangeId' in subject ? subject.emailChangeId : null,
    expires_at: expiresAt.toString(),
  }))
  await tx.defer(sql`insert into account_link
      (token_hash, purpose, account_id, registration_id, email_change_id, created_at, expires_at)
    select decode(token_hash, 'hex'), purpose, account_id, registration_id, email_change_id,
      ${tx.now.toString()}::timestamptz, expires_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as link (token_hash text, purpose text, account_id uuid,
      registration_id uuid, email_change_id uuid, expires_at timestamptz)`)
}

export const insertLink = (tx: Writing, link: NewLink): Promise<void> => insertLinks(tx, [link])

/** The id of what a link is about, if it is valid at `now`; null for a used, expired or unknown one. */
export const readOpenLink = async (
  db: Db,
  tokenHash: Buffer,
  purpose: LinkSubject['purpose'],
  now: Temporal.Instant,
): Promise<string | null> => {
  const row = await db
    .selectFrom('account_link')
    .select(`${subjectColumn[purpose]} as subject`)
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Uses a link up and returns the id of what it is about; of several concurrent attempts only one gets it. */
export const useLink = async (
  db: Db,
  tokenHash: Buffer,
  purpose: LinkSubject['purpose'],
  now: Temporal.Instant,
): Promise<string | null> => {
  const row = await db
    .updateTable('account_link')
    .set({ used_at: now.toString() })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .returning(`${subjectColumn[purpose]} as subject`)
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Closes the other sign-in links in the member's mailbox. */
export const closeSignInLinks = async (db: Db, accountId: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('account_link')
    .set({ used_at: now.toString() })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'sign-in')
    .where('used_at', 'is', null)
    .execute()
}

/** Closes the links of every purpose: of one account, or of everybody's. */
export const closeLinks = async (
  db: Db,
  of: { readonly accountId: string } | 'everybody',
  now: Temporal.Instant,
): Promise<void> => {
  const update = db
    .updateTable('account_link')
    .set({ used_at: now.toString() })
    .where('used_at', 'is', null)
    .where('account_id', 'is not', null)
  await (of === 'everybody' ? update : update.where('account_id', '=', of.accountId)).execute()
}

/** Closes the links of one change of e-mail. */
export const closeEmailChangeLinks = async (
  db: Db,
  emailChangeIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> => {
  if (emailChangeIds.length === 0) return
  await db
    .updateTable('account_link')
    .set({ used_at: now.toString() })
    .where('email_change_id', 'in', emailChangeIds)
    .where('used_at', 'is', null)
    .execute()
}

/** Closes all mailed links for good. */
export const eraseLinks = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('account_link').where('account_id', '=', accountId).execute()
}

/** Deletes links that were used or ran out before a moment, up to a limit; returns how many. */
export const deleteUsedLinks = async (db: Db, before: Temporal.Instant, limit: number): Promise<number> => {
  const used = db
    .selectFrom('account_link')
    .select('token_hash')
    .where((where) =>
      where.or([where('used_at', '<', before.toString()), where('expires_at', '<', before.toString())]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db
    .deleteFrom('account_link')
    .where('token_hash', 'in', used)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

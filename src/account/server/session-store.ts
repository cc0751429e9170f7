import { storedLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { sql } from 'kysely'
import type { SessionTimes } from '../rules/session.ts'
import type { Db } from './account-store.ts'

interface NewSession {
  readonly id: string
  readonly accountId: string
  readonly tokenHash: Buffer
  readonly userAgent: string
  readonly network: string
  readonly expiresAt: Temporal.Instant
  /** Whether signing in was itself a proof that it is the member. */
  readonly proved: boolean
}

export const insertSession = async (db: Db, session: NewSession, now: Temporal.Instant): Promise<void> => {
  await db
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      network: session.network,
      created_at: now.toString(),
      last_seen_at: now.toString(),
      expires_at: session.expiresAt.toString(),
      proved_at: session.proved ? now.toString() : null,
    })
    .execute()
}

export interface StoredSession extends SessionTimes {
  readonly id: string
  readonly accountId: string
  readonly email: string
  /** Of the member's mails. */
  readonly locale: Locale
}

/** The session of a token with its member's e-mail: one look-up by the unique hash. */
export const readSession = async (db: Db, tokenHash: Buffer): Promise<StoredSession | null> => {
  const row = await db
    .selectFrom('session_member')
    .select(['id', 'account_id', 'email', 'locale', 'last_seen_at', 'expires_at', 'revoked_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (!row) return null
  const { id, account_id: accountId, email, last_seen_at: seen, expires_at: expires } = row
  // PostgreSQL does not say that the columns of a view are never null.
  if (id === null || accountId === null || email === null || seen === null || expires === null) return null
  return {
    id,
    accountId,
    email,
    locale: storedLocale(row.locale),
    lastSeenAt: Temporal.Instant.from(seen),
    expiresAt: Temporal.Instant.from(expires),
    revokedAt: row.revoked_at === null ? null : Temporal.Instant.from(row.revoked_at),
  }
}

export const touchSession = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db.updateTable('session').set({ last_seen_at: now.toString() }).where('id', '=', id).execute()
}

export const revokeSession = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('session')
    .set({ revoked_at: now.toString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Returns how many were open. */
export const revokeSessionsOf = async (db: Db, accountId: string, now: Temporal.Instant): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now.toString() })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const revokeEverySession = async (db: Db, now: Temporal.Instant): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now.toString() })
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export interface SessionRow {
  readonly id: string
  readonly user_agent: string
  readonly created_at: string
  readonly last_seen_at: string
}

/** A part of a member's sessions. */
export interface SessionPart {
  /** The session before the first one; an unknown one, or another member's, has none after it. */
  readonly after?: string | undefined
  readonly limit: number
}

/** A member's sessions that were not ended, used since `seenAfter`; the most recently used first. */
export const readOpenSessions = (
  db: Db,
  accountId: string,
  now: Temporal.Instant,
  seenAfter: Temporal.Instant,
  part: SessionPart | null,
): Promise<SessionRow[]> =>
  db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .where('last_seen_at', '>', seenAfter.toString())
    .$if(part?.after !== undefined, (query) =>
      query.where(
        sql<boolean>`(last_seen_at, id) < (select last_seen_at, id from session where id = ${part?.after} and account_id = ${accountId})`,
      ),
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .$if(part !== null, (query) => query.limit(part?.limit ?? 0))
    .execute()

/** Ends one of a member's own sessions; false for an unknown one and for anybody else's. */
export const revokeOwnSession = async (
  db: Db,
  accountId: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> => {
  const row = await db
    .updateTable('session')
    .set({ revoked_at: now.toString() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets from where an account was used. */
export const eraseSessions = async (db: Db, accountId: string): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', accountId).execute()
}

/** Notes that the member proved in this session that it is them; false when the session has ended meanwhile. */
export const writeProof = async (db: Db, sessionId: string, now: Temporal.Instant): Promise<boolean> => {
  const row = await db
    .updateTable('session')
    .set({ proved_at: now.toString() })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** When a live session of the member proved it last: null for never, undefined for a session that ended. */
const provedAt = (row: { proved_at: string | null } | undefined): Temporal.Instant | null | undefined =>
  row && (row.proved_at === null ? null : Temporal.Instant.from(row.proved_at))

const sessionOf = (db: Db, accountId: string, sessionId: string) =>
  db
    .selectFrom('session')
    .select('proved_at')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)

export const readProof = async (db: Db, accountId: string, sessionId: string) =>
  provedAt(await sessionOf(db, accountId, sessionId).executeTakeFirst())

/** As `readProof`; the session cannot end before the transaction does. */
export const lockProof = async (db: Db, accountId: string, sessionId: string) =>
  provedAt(await sessionOf(db, accountId, sessionId).forShare().executeTakeFirst())

/** Deletes sessions that ended before a moment, up to a limit; returns how many. */
export const deleteEndedSessions = async (
  db: Db,
  before: Temporal.Instant,
  idleBefore: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const ended = db
    .selectFrom('session')
    .select('id')
    .where((where) =>
      where.or([
        where('revoked_at', '<', before.toString()),
        where('expires_at', '<', before.toString()),
        where('last_seen_at', '<', idleBefore.toString()),
      ]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db.deleteFrom('session').where('id', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}

import { z } from 'zod'
import { StaffRoleName } from '#shared/staff.ts'
import type { StaffRole } from '#shared/staff.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Db } from './staff-store.ts'

interface NewSession {
  readonly id: string
  readonly staffId: string
  readonly tokenHash: Buffer
  readonly userAgent: string
  readonly expiresAt: Temporal.Instant
}

export const insertSession = async ({ db, now }: Tx, session: NewSession): Promise<void> => {
  await db
    .insertInto('staff_session')
    .values({
      id: session.id,
      staff_id: session.staffId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      started_at: now.toString(),
      last_seen_at: now.toString(),
      expires_at: session.expiresAt.toString(),
    })
    .execute()
}

const Moment = z.string().transform((text) => Temporal.Instant.from(text))

// PostgreSQL does not say that the columns of a view are never null.
const SessionRow = z
  .object({
    id: z.string(),
    staff_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: StaffRoleName,
    last_seen_at: Moment,
    expires_at: Moment,
  })
  .transform(({ staff_id: staffId, last_seen_at: lastSeenAt, expires_at: expiresAt, ...row }) => ({
    ...row,
    staffId,
    lastSeenAt,
    expiresAt,
  }))

export interface StaffSession {
  readonly id: string
  readonly staffId: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  readonly lastSeenAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** The session of a token with its person; null for an ended one, and for those of people who left. */
export const selectSession = async (db: Db, tokenHash: Buffer): Promise<StaffSession | null> => {
  const row = await db
    .selectFrom('staff_session_person')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ? SessionRow.parse(row) : null
}

/** Sessions that nobody has ended and that are not over, of everybody, the one used last first. */
export const selectLatestSessions = async (
  db: Db,
  now: Temporal.Instant,
  limit: number,
): Promise<readonly StaffSession[]> => {
  const rows = await db
    .selectFrom('staff_session_person')
    .selectAll()
    .where('expires_at', '>', now.toString())
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => SessionRow.parse(row))
}

/** Sessions that a person has not ended, the one used last first. */
export const selectSessionsOf = (db: Db, staffId: string, now: Temporal.Instant) =>
  db
    .selectFrom('staff_session')
    .select(['id', 'user_agent', 'started_at', 'last_seen_at'])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .orderBy('last_seen_at', 'desc')
    .limit(20)
    .execute()

export const touchSession = async (db: Db, id: string, now: Temporal.Instant): Promise<void> => {
  await db.updateTable('staff_session').set({ last_seen_at: now.toString() }).where('id', '=', id).execute()
}

/** One session of a person, all or all besides one, or those of everybody. */
export type EndedSessions =
  | { readonly staffId: string; readonly id?: string; readonly besides?: string }
  | 'everybody'

/** Returns how many were open. */
export const endSessions = async ({ db, now }: Tx, whose: EndedSessions): Promise<number> => {
  let open = db.updateTable('staff_session').set({ ended_at: now.toString() }).where('ended_at', 'is', null)
  if (whose !== 'everybody') open = open.where('staff_id', '=', whose.staffId)
  if (whose !== 'everybody' && whose.id !== undefined) open = open.where('id', '=', whose.id)
  if (whose !== 'everybody' && whose.besides !== undefined) open = open.where('id', '<>', whose.besides)
  const { numUpdatedRows } = await open.where('expires_at', '>', now.toString()).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes sessions that ended before a moment, with what was confirmed in them; at most this many. Returns how many. */
export const deleteEndedSessions = async (
  { db, now }: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  await db.deleteFrom('staff_step_up').where('expires_at', '<=', now.toString()).execute()
  const ended = db
    .selectFrom('staff_session')
    .select('id')
    .where((where) =>
      where.or([where('ended_at', '<', before.toString()), where('expires_at', '<', before.toString())]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await db.deleteFrom('staff_session').where('id', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A passkey was used again for one action of this session. */
export const insertStepUp = async (
  { db, now }: Tx,
  sessionId: string,
  action: string,
  expiresAt: Temporal.Instant,
): Promise<void> => {
  await db.deleteFrom('staff_step_up').where('expires_at', '<=', now.toString()).execute()
  await db
    .insertInto('staff_step_up')
    .values({ session_id: sessionId, act: action, expires_at: expiresAt.toString() })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'act']).doUpdateSet({ expires_at: expiresAt.toString() }),
    )
    .execute()
}

/** Whether a session is open; it stays so until the end of the transaction. */
export const holdSession = async ({ db, now }: Tx, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('staff_session')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toString())
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Uses it up, once; false when there is none. */
export const takeStepUp = async ({ db, now }: Tx, sessionId: string, action: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('staff_step_up')
    .where('session_id', '=', sessionId)
    .where('act', '=', action)
    .where('expires_at', '>', now.toString())
    .executeTakeFirst()
  return numDeletedRows > 0n
}

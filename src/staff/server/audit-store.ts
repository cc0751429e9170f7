import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { AuditEntry } from '../rules/audit-chain.ts'

export type Db = Kysely<Database>

/** A day of the log: where it starts, how many entries it has, and the hash of the last one. */
export interface AuditDay {
  readonly day: Temporal.PlainDate
  readonly start: Buffer
  readonly entries: number
  readonly root: Buffer
}

export interface StoredEntry extends AuditEntry {
  readonly hash: Buffer
}

const dayFrom = (row: Selectable<Database['audit_day']>): AuditDay => ({
  ...row,
  day: Temporal.PlainDate.from(row.day),
})

const entryFrom = (row: Selectable<Database['audit_entry']>): StoredEntry => ({
  day: Temporal.PlainDate.from(row.day),
  position: row.position,
  at: Temporal.Instant.from(row.at),
  staffId: row.staff_id,
  actor: row.actor,
  action: row.act,
  subject: row.subject,
  accountId: row.account_id,
  before: row.before,
  after: row.after,
  reason: row.reason,
  requestId: row.request_id,
  hash: row.hash,
})

const lockKey = 4_963_209_190

/** The last day of the log, null in an empty one; nobody else appends to the log until the transaction ends. */
export const lockLastDay = async ({ db }: Pick<Tx, 'db'>): Promise<AuditDay | null> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(db)
  const row = await db.selectFrom('audit_day').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()
  return row ? dayFrom(row) : null
}

export const insertDay = async ({ db }: Pick<Tx, 'db'>, { day, start }: Pick<AuditDay, 'day' | 'start'>) => {
  await db.insertInto('audit_day').values({ day: day.toString(), start, entries: 0, root: start }).execute()
}

export const insertEntry = async ({ db }: Pick<Tx, 'db'>, entry: StoredEntry): Promise<void> => {
  const day = entry.day.toString()
  await db
    .insertInto('audit_entry')
    .values({
      day,
      position: entry.position,
      at: entry.at.toString(),
      staff_id: entry.staffId,
      actor: entry.actor,
      act: entry.action,
      subject: entry.subject,
      account_id: entry.accountId,
      before: entry.before,
      after: entry.after,
      reason: entry.reason,
      request_id: entry.requestId,
      hash: entry.hash,
    })
    .execute()
  const { position: entries, hash: root } = entry
  await db.updateTable('audit_day').set({ entries, root }).where('day', '=', day).execute()
}

/** Whether somebody of staff has an entry of this action about this subject since then. */
export const hasEntrySince = async (
  db: Db,
  { staffId, action, subject }: Pick<AuditEntry, 'staffId' | 'action' | 'subject'>,
  since: Temporal.Instant,
): Promise<boolean> => {
  const found = await db
    .selectFrom('audit_entry')
    .select('position')
    .where('subject', '=', subject)
    .where('at', '>=', since.toString())
    .where('staff_id', '=', staffId)
    .where('act', '=', action)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** All days, the oldest first. */
export const selectDays = async (db: Db): Promise<AuditDay[]> =>
  (await db.selectFrom('audit_day').selectAll().orderBy('day').execute()).map(dayFrom)

/** Entries of a day after a position, in their order. */
export const selectEntriesOfDay = async (
  db: Db,
  day: Temporal.PlainDate,
  after: number,
  limit: number,
): Promise<StoredEntry[]> => {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('day', '=', day.toString())
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(entryFrom)
}

/** All entries of some actions about a subject, the newest first: for decisions, which no other entries may push out of sight. */
export const selectActionsAbout = async (
  db: Db,
  subject: string,
  actions: readonly string[],
): Promise<StoredEntry[]> => {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('subject', '=', subject)
    .where('act', 'in', actions)
    .orderBy('day', 'desc')
    .orderBy('position', 'desc')
    .execute()
  return rows.map(entryFrom)
}

interface OwnViews {
  readonly staffId: string
  readonly actions: readonly string[]
  readonly limit: number
}

/** What a person of staff viewed last, the newest first; one thing as often as it was viewed. */
export const selectViewsOf = async (
  db: Db,
  { staffId, actions, limit }: OwnViews,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('audit_entry')
    .select('subject')
    .where('staff_id', '=', staffId)
    .where('act', 'in', actions)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Where a page of the log continues. */
export interface AuditPlace {
  readonly day: Temporal.PlainDate
  readonly position: number
}

/** The newest entries before a place, of one subject or of all. */
export const selectEntries = async (
  db: Db,
  {
    subject,
    before,
    limit,
  }: { readonly subject: string | null; readonly before: AuditPlace | null; readonly limit: number },
): Promise<StoredEntry[]> => {
  let query = db.selectFrom('audit_entry').selectAll()
  if (subject !== null) query = query.where('subject', '=', subject)
  if (before !== null)
    query = query.where((where) =>
      where(where.refTuple('day', 'position'), '<', where.tuple(before.day.toString(), before.position)),
    )
  const rows = await query.orderBy('day', 'desc').orderBy('position', 'desc').limit(limit).execute()
  return rows.map(entryFrom)
}

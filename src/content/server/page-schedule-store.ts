import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { PageDocument } from '../rules/page-set.ts'
import { documentFrom } from './page-version-store.ts'

type Db = Kysely<Database>

/** A version of a page that waits for its moment, or what became of it. */
export interface PageSchedule {
  readonly id: string
  readonly slug: string
  readonly document: PageDocument
  readonly note: string
  readonly baseVersion: number
  readonly revision: number
  readonly publishAt: Temporal.Instant
  readonly state: string
  readonly scheduledAt: Temporal.Instant
  readonly staffId: string
  readonly approvedBy: string | null
}

const schedules = (db: Db) => db.selectFrom('page_schedule').selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof schedules>['execute']>>[number]

const scheduleFrom = (row: Row): PageSchedule => ({
  id: row.id,
  slug: row.slug,
  document: documentFrom(row.document),
  note: row.note,
  baseVersion: row.base_version,
  revision: row.draft_revision,
  publishAt: Temporal.Instant.from(row.publish_at),
  state: row.state,
  scheduledAt: Temporal.Instant.from(row.scheduled_at),
  staffId: row.staff_id,
  approvedBy: row.approved_by,
})

/** What waits, and what failed last, by page: one of a page. */
export const selectShownSchedules = async (db: Db): Promise<readonly PageSchedule[]> => {
  const rows = await schedules(db)
    .distinctOn('slug')
    .where('state', '<>', 'canceled')
    .orderBy('slug')
    .orderBy('scheduled_at', 'desc')
    .execute()
  return rows.map(scheduleFrom).filter(({ state }) => state === 'waiting' || state === 'failed')
}

/** The one that waits, locked; null without one. */
export const lockWaiting = async ({ db }: Tx, slug: string): Promise<PageSchedule | null> => {
  const row = await schedules(db)
    .where('slug', '=', slug)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row ? scheduleFrom(row) : null
}

/** The pages of which a version is due. */
export const selectDueSlugs = async (db: Db, now: Temporal.Instant): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('page_schedule')
    .select('slug')
    .where('state', '=', 'waiting')
    .where('publish_at', '<=', now.toString())
    .orderBy('publish_at')
    .orderBy('slug')
    .limit(50)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Whether a version is due. */
export const hasDueSchedule = (db: Db, now: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists ${db
    .selectFrom('page_schedule')
    .select('slug')
    .where('state', '=', 'waiting')
    .where('publish_at', '<=', now.toString())}`

type NewSchedule = Omit<PageSchedule, 'id' | 'state' | 'scheduledAt'>

/** Has a version wait; false when one waits already. */
export const insertSchedule = async (tx: Tx, one: NewSchedule): Promise<boolean> => {
  const row = await tx.db
    .insertInto('page_schedule')
    .values({
      id: tx.ids.uuid(),
      slug: one.slug,
      document: JSON.stringify(one.document),
      note: one.note,
      base_version: one.baseVersion,
      draft_revision: one.revision,
      publish_at: one.publishAt.toString(),
      scheduled_at: tx.now.toString(),
      staff_id: one.staffId,
      approved_by: one.approvedBy,
    })
    // As a literal: a plan that is kept for all values does not know that a parameter is that of the index.
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .where(sql<boolean>`state = 'waiting'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends one that waits. Needs `lockWaiting`. */
export const endSchedule = async (
  tx: Tx,
  id: string,
  state: 'published' | 'canceled' | 'failed',
): Promise<void> => {
  await tx.db
    .updateTable('page_schedule')
    .set({ state, ended_at: tx.now.toString() })
    .where('id', '=', id)
    .execute()
}

import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

/** A version as it is stored; nobody has looked yet whether this release can read its document. */
export interface StoredSurvey {
  readonly number: number
  readonly name: string
  readonly madeAt: Temporal.Instant
  /** Null for a command. */
  readonly staffId: string | null
  readonly document: unknown
}

const columns = ['number', 'name', 'made_at', 'staff_id', 'document'] as const

const surveyFrom = (row: {
  readonly number: number
  readonly name: string
  readonly made_at: string
  readonly staff_id: string | null
  readonly document: unknown
}): StoredSurvey => ({
  number: row.number,
  name: row.name,
  madeAt: Temporal.Instant.from(row.made_at),
  staffId: row.staff_id,
  document: row.document,
})

/** Publications wait for one another; who reads does not wait. */
export const lockSurveyVersions = async (tx: Tx): Promise<void> => {
  await sql`lock table survey_version in exclusive mode`.execute(tx.db)
}

/** The latest version of each survey that has one. */
export const selectLatestSurveys = async (db: Db): Promise<readonly StoredSurvey[]> =>
  (
    await db
      .selectFrom('survey_version')
      .select(columns)
      .distinctOn('name')
      .orderBy('name')
      .orderBy('number', 'desc')
      .execute()
  ).map(surveyFrom)

/** The versions of a survey, the latest first. */
export const selectSurveyVersions = async (
  db: Db,
  name: string,
  limit: number,
): Promise<readonly StoredSurvey[]> =>
  (
    await db
      .selectFrom('survey_version')
      .select(columns)
      .where('name', '=', name)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
  ).map(surveyFrom)

/** Adds a version; its number. Needs `lockSurveyVersions`. */
export const insertSurveyVersion = async (
  tx: Tx,
  { name, staffId, document }: Pick<StoredSurvey, 'name' | 'staffId' | 'document'>,
): Promise<number> => {
  const { number } = await tx.db
    .insertInto('survey_version')
    .values({
      number: sql<number>`(select coalesce(max(number), 0) + 1 from survey_version)`,
      name,
      made_at: tx.now.toString(),
      staff_id: staffId,
      document: JSON.stringify(document),
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

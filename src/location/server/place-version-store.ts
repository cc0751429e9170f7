import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

/** Where a version comes from: the shop's files, a command, or the desk by one person or two. */
export type PlaceVersionKind = 'files' | 'import' | 'restore' | 'desk' | 'approved'

/** A version as it is stored; nobody has looked yet whether this release can read its document. */
export interface StoredPlaces {
  readonly number: number
  readonly kind: string
  readonly note: string
  readonly madeAt: Temporal.Instant
  readonly staffId: string | null
  readonly document: unknown
}

/** Publications wait for one another; who reads does not wait. */
export const lockPlaceVersions = async (tx: Tx): Promise<void> => {
  await sql`lock table place_version in exclusive mode`.execute(tx.db)
}

/** Every version, the latest first: they are few, and a subscription keeps the lowest fee of any version since it began. */
export const selectPlaceVersions = async (db: Db, limit = 1_000): Promise<readonly StoredPlaces[]> => {
  const rows = await db
    .selectFrom('place_version')
    .select(['number', 'kind', 'note', 'made_at', 'staff_id', 'document'])
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ made_at: at, staff_id: staffId, ...row }) => ({
    ...row,
    madeAt: Temporal.Instant.from(at),
    staffId,
  }))
}

export const selectPlaceVersion = async (db: Db, number: number): Promise<StoredPlaces | null> =>
  (await selectPlaceVersions(db)).find((one) => one.number === number) ?? null

interface NewPlaceVersion {
  readonly number: number
  readonly kind: PlaceVersionKind
  readonly note: string
  readonly staffId: string | null
  readonly document: unknown
}

/** Needs `lockPlaceVersions`. */
export const insertPlaceVersion = async (tx: Tx, version: NewPlaceVersion): Promise<void> => {
  const { staffId, document, ...row } = version
  await tx.db
    .insertInto('place_version')
    .values({
      ...row,
      made_at: tx.now.toString(),
      staff_id: staffId,
      document: JSON.stringify(document),
    })
    .execute()
}

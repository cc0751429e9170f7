import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import { declineReasons, reviewFlags, reviewStates } from '../rules/review.ts'
import type { StarCount, DeclineReason, ReviewFlag, ReviewSort, ReviewState } from '../rules/review.ts'

/** What its author wrote. */
export interface ReviewText {
  readonly stars: number
  readonly title: string
  readonly text: string
  readonly name: string
}

export interface Review extends ReviewText {
  readonly id: string
  readonly accountId: string
  readonly orderId: string
  readonly product: string
  readonly state: ReviewState
  readonly flags: readonly ReviewFlag[]
  readonly declineReason: DeclineReason | null
  readonly version: number
  readonly writtenAt: Temporal.Instant
  readonly decidedAt: Temporal.Instant | null
}

const StoredEnums = z.object({
  product: z.string(),
  state: z.enum(reviewStates),
  flags: z.array(z.enum(reviewFlags)),
  decline_reason: z.enum(declineReasons).nullable(),
})

type Db = Kysely<Database>
type Row = Selectable<Database['review']>

const reviewFrom = (row: Row): Review => {
  const { product, state, flags, decline_reason: declineReason } = StoredEnums.parse(row)
  return {
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    product,
    state,
    flags,
    declineReason,
    stars: row.stars,
    title: row.title,
    text: row.body,
    name: row.shown_name,
    version: row.version,
    writtenAt: Temporal.Instant.from(row.written_at),
    decidedAt: instantOrNull(row.decided_at),
  }
}

const reviews = (db: Db) => db.selectFrom('review').selectAll()

export const selectReview = async (db: Db, id: string): Promise<Review | null> => {
  const row = await reviews(db).where('id', '=', id).executeTakeFirst()
  return row ? reviewFrom(row) : null
}

/** The same under its lock. */
export const lockReview = async (tx: Tx, id: string): Promise<Review | null> => {
  const row = await reviews(tx.db).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? reviewFrom(row) : null
}

/** What an account wrote, the newest first. */
export const selectReviewsOf = async (db: Db, accountId: string): Promise<Review[]> => {
  const rows = await reviews(db).where('account_id', '=', accountId).orderBy('written_at', 'desc').execute()
  return rows.map(reviewFrom)
}

/** Those that wait for staff, the oldest first. */
export const selectWaiting = async (db: Db, limit: number): Promise<Review[]> => {
  const query = reviews(db).where('state', '=', 'waiting').orderBy('written_at').orderBy('id').limit(limit)
  return (await query.execute()).map(reviewFrom)
}

/** Those that staff have decided, the latest decision first. */
export const selectDecided = async (
  db: Db,
  state: Exclude<ReviewState, 'waiting'>,
  limit: number,
): Promise<Review[]> => {
  const query = reviews(db)
    .where('state', '=', state)
    .orderBy('decided_at', 'desc')
    .orderBy('id')
    .limit(limit)
  return (await query.execute()).map(reviewFrom)
}

/** How many wait for staff. */
export const countWaiting = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('review')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return row.count
}

/** How many published reviews of a product have each number of stars. */
export const countStars = (db: Db, product: string): Promise<StarCount[]> =>
  db
    .selectFrom('review')
    .select(['stars', sql<number>`count(*)::int`.as('count')])
    .where('product', '=', product)
    .where('state', '=', 'published')
    .groupBy('stars')
    .execute()

/** One page of the published reviews of a product. */
export const selectPublished = async (
  db: Db,
  {
    product,
    sort,
    offset,
    limit,
  }: {
    readonly product: string
    readonly sort: ReviewSort
    readonly offset: number
    readonly limit: number
  },
): Promise<Review[]> => {
  const published = reviews(db).where('product', '=', product).where('state', '=', 'published')
  const sorted =
    sort === 'newest' ? published : published.orderBy('stars', sort === 'lowest' ? 'asc' : 'desc')
  const query = sorted.orderBy('written_at', 'desc').orderBy('id').offset(offset).limit(limit)
  return (await query.execute()).map(reviewFrom)
}

export interface NewReview extends ReviewText {
  readonly accountId: string
  readonly orderId: string
  readonly product: string
  readonly flags: readonly ReviewFlag[]
}

/**
 * Writes a review, or what its author changed of it: then it waits again. `earlierId` is the one that it replaces. The caller holds the
 * account.
 */
export const saveReview = async (tx: Tx, review: NewReview, earlierId: string | null): Promise<void> => {
  const text = {
    stars: review.stars,
    title: review.title,
    body: review.text,
    shown_name: review.name,
    state: 'waiting',
    flags: [...review.flags],
    written_at: tx.now.toString(),
  }
  const changed = {
    ...text,
    version: sql<number>`review.version + 1`,
    decided_at: null,
    decline_reason: null,
  }
  if (earlierId !== null) {
    await tx.db.updateTable('review').set(changed).where('id', '=', earlierId).execute()
    return
  }
  const { accountId, orderId, product } = review
  await tx.db
    .insertInto('review')
    .values({ id: tx.ids.uuid(), account_id: accountId, order_id: orderId, product, ...text })
    .execute()
}

/** Records a decision; the caller holds its lock. */
export const decideReview = async (
  tx: Tx,
  id: string,
  decision: { readonly state: 'published' | 'declined'; readonly reason: DeclineReason | null },
): Promise<void> => {
  await tx.db
    .updateTable('review')
    .set({ state: decision.state, decline_reason: decision.reason, decided_at: tx.now.toString() })
    .where('id', '=', id)
    .execute()
}

/** Deletes one; returns whether it was published. */
export const deleteReview = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.db.deleteFrom('review').where('id', '=', id).returning('state').executeTakeFirst()
  return row?.state === 'published'
}

/** Deletes everything that an account wrote; returns how many were published. */
export const deleteReviewsOf = async (tx: Tx, accountId: string): Promise<number> => {
  const rows = await tx.db
    .deleteFrom('review')
    .where('account_id', '=', accountId)
    .returning('state')
    .execute()
  return rows.filter(({ state }) => state === 'published').length
}

/** Deletes declined reviews that were decided before a moment, at most `limit`; returns how many. */
export const forgetDeclinedBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const due = tx.db
    .selectFrom('review')
    .select('id')
    .where('state', '=', 'declined')
    .where('decided_at', '<', sql<string>`${before.toString()}::timestamptz`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const rows = await tx.db.deleteFrom('review').where('id', 'in', due).returning('id').execute()
  return rows.length
}

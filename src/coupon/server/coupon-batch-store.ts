import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Coupon } from '../rules/coupon.ts'
import { couponFrom, couponRow } from './coupon-rows.ts'

type Db = Kysely<Database>

/** A number of codes that give the same and each work once. */
export interface CouponBatch {
  readonly id: string
  readonly prefix: string
  readonly size: number
  /** What each code gives; its code is empty. */
  readonly terms: Coupon
  readonly createdAt: Temporal.Instant
  /** Of the staff. */
  readonly createdBy: string
  readonly isFinished: boolean
}

/** The columns of a coupon, as a batch stores them for its codes. */
const StoredTerms = z.object({
  code: z.string(),
  kind: z.string(),
  value: z.string(),
  amounts: z.record(z.string(), z.number()),
  plans: z.array(z.string()).nullable(),
  stackable: z.boolean(),
  hidden: z.boolean(),
  duration: z.string(),
  renewals: z.number().nullable(),
  once_per_account: z.boolean(),
  max_redemptions: z.number().nullable(),
  redeemed: z.number(),
  starts_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  // Of batches that were made before coupons had it.
  buyers: z.string().default('{}'),
})

const storedTerms = (terms: Coupon): z.output<typeof StoredTerms> => ({
  ...couponRow(terms),
  value: String(terms.value),
  amounts: Object.fromEntries(terms.amounts),
})

const termsFrom = ({ id, terms }: Selectable<Database['coupon_batch']>): Coupon => {
  const { buyers, ...stored } = StoredTerms.parse(terms)
  return couponFrom({ ...stored, buyers: JSON.parse(buyers), version: 1, batch_id: id })
}

const batchFrom = (row: Selectable<Database['coupon_batch']>): CouponBatch => ({
  id: row.id,
  prefix: row.prefix,
  size: row.size,
  terms: termsFrom(row),
  createdAt: Temporal.Instant.from(row.created_at),
  createdBy: row.created_by,
  isFinished: row.finished_at !== null,
})

/** False for one that is there already. */
export const insertBatch = async (
  tx: Tx,
  { id, prefix, size, terms, createdBy }: Pick<CouponBatch, 'id' | 'prefix' | 'size' | 'terms' | 'createdBy'>,
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('coupon_batch')
    .values({
      id,
      prefix,
      size,
      terms: JSON.stringify(storedTerms(terms)),
      created_at: tx.now.toString(),
      created_by: createdBy,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const selectBatch = async (db: Db, id: string): Promise<CouponBatch | null> => {
  const row = await db.selectFrom('coupon_batch').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : batchFrom(row)
}

/** The batch, held so that its codes are made by one process at a time. */
export const lockBatch = async ({ db }: Tx, id: string): Promise<CouponBatch | null> => {
  const row = await db
    .selectFrom('coupon_batch')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row === undefined ? null : batchFrom(row)
}

/** The latest batches. */
export const selectBatches = async (db: Db, limit: number): Promise<readonly CouponBatch[]> =>
  (
    await db
      .selectFrom('coupon_batch')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(batchFrom)

export const finishBatch = async (tx: Tx, id: string): Promise<void> => {
  await tx.db
    .updateTable('coupon_batch')
    .set({ finished_at: tx.now.toString() })
    .where('id', '=', id)
    .execute()
}

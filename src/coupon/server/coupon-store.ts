import { sql } from 'kysely'
import type { Kysely, RawBuilder, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { couponFrom, couponRow } from './coupon-rows.ts'
import type { CouponState } from '../rules/coupon-change.ts'
import type { Coupon } from '../rules/coupon.ts'

export type Db = Kysely<Database>

export const selectCoupons = async (db: Db, codes: readonly string[]): Promise<Coupon[]> => {
  if (codes.length === 0) return []
  const rows = await db.selectFrom('coupon').selectAll().where('code', 'in', codes).execute()
  return rows.map(couponFrom)
}

/** Writes coupons, of a batch or of none; codes that are taken are left out. Returns how many it wrote. */
export const insertCoupons = async (
  tx: Tx,
  coupons: readonly Coupon[],
  batchId: string | null = null,
): Promise<number> => {
  const { numInsertedOrUpdatedRows: written } = await tx.db
    .insertInto('coupon')
    .values(coupons.map((coupon) => ({ ...couponRow(coupon), batch_id: batchId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(written ?? 0n)
}

/** A coupon with the version that a change names. */
const versionOf = (row: Selectable<Database['coupon']> | undefined) =>
  row === undefined ? null : { coupon: couponFrom(row), version: row.version }

const byCode = (db: Db, code: string) => db.selectFrom('coupon').selectAll().where('code', '=', code)

export const selectCoupon = async (db: Db, code: string) =>
  versionOf(await byCode(db, code).executeTakeFirst())

/** The same, held until the transaction ends: nobody begins to use it meanwhile. */
export const lockCoupon = async ({ db }: Tx, code: string) =>
  versionOf(await byCode(db, code).forUpdate().executeTakeFirst())

/** Changes all of a coupon but the count of its uses. */
export const updateCoupon = async ({ db }: Tx, coupon: Coupon): Promise<void> => {
  const { code, redeemed: _, ...columns } = couponRow(coupon)
  await db
    .updateTable('coupon')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('code', '=', code)
    .execute()
}

export interface CouponListFilter {
  readonly state: CouponState
  /** The beginning of a code; without one, codes of batches are left out. */
  readonly beginning: string
  readonly after: string | null
  readonly limit: number
}

const isOver = (now: string) => sql<boolean>`(expires_at <= ${now} or redeemed >= max_redemptions) is true`
const isToCome = (now: string) => sql<boolean>`(starts_at > ${now}) is true`

const statesInSql: Readonly<Record<CouponState, (now: string) => RawBuilder<boolean>>> = {
  ended: isOver,
  coming: (now) => sql<boolean>`not ${isOver(now)} and ${isToCome(now)}`,
  running: (now) => sql<boolean>`not ${isOver(now)} and not ${isToCome(now)}`,
}

/** Coupons in one state by their codes, with their versions. */
export const selectCouponList = async (
  db: Db,
  { state, beginning, after, limit }: CouponListFilter,
  now: Temporal.Instant,
) => {
  const rows = await db
    .selectFrom('coupon')
    .selectAll()
    .where(statesInSql[state](now.toString()))
    .$if(beginning === '', (query) => query.where('batch_id', 'is', null))
    .$if(beginning !== '', (query) => query.where(sql<boolean>`starts_with(code, ${beginning})`))
    .$if(after !== null, (query) => query.where('code', '>', after))
    .orderBy('code')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ coupon: couponFrom(row), version: row.version }))
}

/** Codes of a batch in their order, with their uses. */
export const selectBatchCodes = (db: Db, batchId: string, after: string, limit: number) =>
  db
    .selectFrom('coupon')
    .select(['code', 'redeemed'])
    .where('batch_id', '=', batchId)
    .where('code', '>', after)
    .orderBy('code')
    .limit(limit)
    .execute()

/** How many codes each of these batches has, and how many of them were used. */
export const countBatchCodes = async (db: Db, batchIds: readonly string[]) =>
  batchIds.length === 0
    ? []
    : await db
        .selectFrom('coupon')
        .select((field) => [
          'batch_id',
          field.fn.countAll<number>().as('codes'),
          field.fn.sum<number>('redeemed').as('used'),
        ])
        .where('batch_id', 'in', batchIds)
        .groupBy('batch_id')
        .execute()

/**
 * Counts one use more or less of each limited coupon among these codes, in the order of their names; returns how many
 * changed. The limit is never exceeded: after the last use nothing changes. The lock is compatible with the key locks
 * of other checkouts' redemptions: a plain `for update` would deadlock with them.
 */
export const countRedemptions = async (tx: Tx, codes: readonly string[], change: 1 | -1): Promise<number> => {
  const counted = await sql`
    with held as (
      select code from coupon
      where code = any(${sql.val([...codes])}) and max_redemptions is not null
      order by code for no key update
    )
    update coupon set redeemed = coupon.redeemed + ${change}::int from held
    where coupon.code = held.code and coupon.redeemed + ${change}::int between 0 and coupon.max_redemptions`.execute(
    tx.db,
  )
  return Number(counted.numAffectedRows ?? 0n)
}

/** Limited coupons whose counter is not the number of their uses. */
export const selectMiscounted = (db: Db) =>
  db.selectFrom('coupon_miscount').select(['code', 'redeemed', 'used']).orderBy('code').execute()

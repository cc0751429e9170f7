import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { finishBatch, insertBatch, lockBatch, selectBatch, selectBatches } from './coupon-batch-store.ts'
import type { CouponBatch } from './coupon-batch-store.ts'
import { countBatchCodes, insertCoupons, selectBatchCodes } from './coupon-store.ts'
import { requireNew } from './managed-coupons.ts'

export type { CouponBatch } from './coupon-batch-store.ts'

/** Codes of one transaction. */
const codesAtOnce = 1000

type BatchDraft = Pick<CouponBatch, 'id' | 'prefix' | 'size' | 'terms' | 'createdBy'>

/** Asks for a batch, once for each id; a job makes its codes. `record` notes who did. */
export const requestBatch = (deps: AppDeps, draft: BatchDraft, record: (tx: Tx) => void): Promise<void> =>
  inTransaction(deps, async (tx) => {
    requireNew(tx, draft.terms)
    if (!(await insertBatch(tx, draft))) {
      // Back in the browser, and something else entered: it must not look as if that was made.
      const made = await selectBatch(tx.db, draft.id)
      if (made?.prefix !== draft.prefix || made.size !== draft.size)
        throw new ShopError('ACTION_NOT_ALLOWED', {
          detail: 'This form made a batch already. Open the page again for another one.',
        })
      return
    }
    tx.publish({ kind: 'coupon-batch-requested', couponBatchId: draft.id })
    record(tx)
  })

/** Makes up to a thousand codes that a batch still lacks; false when it has all of them. */
const makeSome = async (tx: Tx, id: string): Promise<boolean> => {
  const batch = await lockBatch(tx, id)
  if (batch === null || batch.isFinished) return false
  const [counted] = await countBatchCodes(tx.db, [id])
  const missing = batch.size - (counted?.codes ?? 0)
  if (missing <= 0) {
    await finishBatch(tx, id)
    return false
  }
  // A code that exists already is left out, and made up for in the next round.
  await insertCoupons(
    tx,
    Array.from({ length: Math.min(missing, codesAtOnce) }, () => ({
      ...batch.terms,
      code: `${batch.prefix}-${tx.ids.readableCode()}`,
    })),
    id,
  )
  return true
}

/** The job of a batch: run again, or by two processes at once, it makes no code too many. */
export const makeBatchCodes = async (deps: AppDeps, id: string): Promise<void> => {
  while (await inTransaction(deps, (tx) => makeSome(tx, id)));
}

export interface CountedBatch extends CouponBatch {
  /** Codes that exist by now. */
  readonly codes: number
  readonly used: number
}

/** The latest batches with their counts. */
export const listBatches = async ({ database }: AppDeps, limit: number): Promise<readonly CountedBatch[]> => {
  const batches = await selectBatches(database, limit)
  const counted = await countBatchCodes(
    database,
    batches.map(({ id }) => id),
  )
  return batches.map((batch) => {
    const counts = counted.find((one) => one.batch_id === batch.id)
    return { ...batch, codes: counts?.codes ?? 0, used: counts?.used ?? 0 }
  })
}

/** Some codes of a batch in their order, after one. NOT_FOUND. */
export const batchCodes = async (
  { database }: AppDeps,
  id: string,
  after: string,
  limit: number,
): Promise<readonly { readonly code: string; readonly redeemed: number }[]> => {
  if ((await selectBatch(database, id)) === null) throw new ShopError('NOT_FOUND')
  return selectBatchCodes(database, id, after, limit)
}

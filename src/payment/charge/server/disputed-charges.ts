import type { Tx } from '#platform/app-deps.ts'
import { lockCharge, readChargeByProcessorId, updateDisputed } from './charge-store.ts'
import type { Db } from './charge-store.ts'
import type { Charge } from './charge-record.ts'
import type { DisputeRecord, ProcessorName } from '../../processor/server/processor.ts'

/** The charge that a dispute is about; null for one that this shop has not made, or not settled yet. */
export const chargeOfDispute = async (
  db: Db,
  processor: ProcessorName,
  { processorCharge }: Pick<DisputeRecord, 'processorCharge'>,
): Promise<Charge | null> => {
  if (processorCharge === null) return null
  const charge = await readChargeByProcessorId(db, processor, processorCharge)
  return charge?.state === 'succeeded' ? charge : null
}

/**
 * Says what open and lost disputes have taken of a charge, under its lock: refunds of it are decided before or after.
 * The caller holds the locks of its orders.
 */
export const markDisputed = async (
  tx: Tx,
  chargeId: string,
  taken: Pick<Charge, 'disputedCents' | 'lostCents'>,
): Promise<void> => {
  await lockCharge(tx.db, chargeId)
  await updateDisputed(tx, chargeId, taken)
}

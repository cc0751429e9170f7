import { lockedOrder } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { travelAfter } from '../rules/return-travel.ts'
import { selectReturnLabels, selectTracked, updateTravel } from './return-label-store.ts'

/** Reports of a carrier about a package; a new day of arrival does not change a return. */
interface Scan {
  readonly carrier: string
  readonly tracking: string
  readonly says: { readonly kind: 'state'; readonly state: ShipmentState } | { readonly kind: 'delayed' }
  readonly at: Temporal.Instant
}

/**
 * Records where the packages of returns are, as their carrier says, under the lock of their order; said again or late it
 * changes nothing. False when the tracking number is not of a return.
 */
export const recordReturnScan = async (
  deps: AppDeps,
  { carrier, tracking, says, at }: Scan,
): Promise<boolean> => {
  const labels = await selectTracked(deps.database, carrier, tracking)
  if (says.kind === 'state')
    for (const { returnId, orderId } of labels)
      await inTransaction(deps, async (tx) => {
        await lockedOrder(tx, orderId)
        const label = (await selectReturnLabels(tx.db, [returnId])).get(returnId)
        const travel = travelAfter(label?.travel ?? null, says.state)
        // A carrier's clock may be ahead of the shop's.
        const happenedAt = Temporal.Instant.compare(at, tx.now) > 0 ? tx.now : at
        if (travel !== null) await updateTravel(tx, returnId, travel, happenedAt)
      })
  return labels.length > 0
}

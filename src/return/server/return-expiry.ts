import type { Expression } from 'kysely'
import { lockedOrder } from '#order/server/orders.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { nextOfAwaited, travelAfter } from '../rules/return-policy.ts'
import type { ReturnPolicy } from '../rules/return-policy.ts'
import { wantReturnVoid, selectReturnLabels, selectTracked, updateTravel } from './return-label-store.ts'
import {
  endReturn,
  markReminded,
  hasAwaitedUntil,
  selectAwaitedUntil,
  selectNextExpiry,
  selectReturn,
} from './return-store.ts'

interface ExpiryServices {
  readonly deps: AppDeps
  readonly returns: ReturnPolicy
}

const batchSize = 50

const goOn = async (
  tx: Tx,
  policy: ReturnPolicy,
  found: { readonly id: string; readonly orderId: string },
) => {
  await lockedOrder(tx, found.orderId)
  const one = await selectReturn(tx.db, found.id)
  if (one?.state !== 'requested') return
  const { id: returnId, expiresOn, isReminded, label } = one
  const isUnderWay = (label?.travel ?? null) !== null
  const next = nextOfAwaited({ expiresOn, isReminded, isUnderWay }, tx.today, policy)
  if (next === 'remind') {
    await markReminded(tx, returnId)
    tx.publish({ kind: 'return-expiring', returnId })
  }
  if (next === 'expire') {
    await endReturn(tx, returnId, { state: 'expired', refundId: null })
    await wantReturnVoid(tx, returnId, ['wanted', 'bought'])
    tx.publish({ kind: 'return-expired', returnId })
  }
}

/** Whether `expireReturns` has something to do. */
export const hasDueExpiries = ({ deps, returns: policy }: ExpiryServices): Expression<boolean> =>
  hasAwaitedUntil(deps.database, dateIn(deps.clock.now(), brand.timeZone), policy.remind_days_before)

/** Reminds buyers of returns that have not come, once, and ends those that never came; each under the lock of its order. */
export const expireReturns = async ({ deps, returns: policy }: ExpiryServices): Promise<void> => {
  const today = dateIn(deps.clock.now(), brand.timeZone)
  for (;;) {
    const due = await selectAwaitedUntil(deps.database, today, policy.remind_days_before, batchSize)
    for (const one of due) await inTransaction(deps, (tx) => goOn(tx, policy, one))
    if (due.length < batchSize) return
  }
}

/** The day on which the next reminder or end is due; null when no return is awaited. */
export const nextReturnDate = ({
  deps,
  returns: policy,
}: ExpiryServices): Promise<Temporal.PlainDate | null> =>
  selectNextExpiry(deps.database, policy.remind_days_before)

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

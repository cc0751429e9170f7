import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { mayStillAnswer, minutesUntilNextAsk } from '../rules/label-request.ts'
import type { LabelState } from '../rules/carriers.ts'
import type { BoughtLabel } from './carrier.ts'
import { claimLabels, insertLabels, selectLabels, updateLabel } from './label-store.ts'
import type { ShipmentLabel } from './label-store.ts'
import { clearCarrier, updateCarrier } from './shipment-store.ts'
import type { Shipment } from './shipment-record.ts'

export type { ShipmentLabel } from './label-store.ts'
export { joinPdfs } from './join-pdfs.ts'
export {
  isNumberOfLabel,
  selectLabels as labelsOfShipments,
  hasDueToAsk as hasDueLabels,
  selectNextAskAt as nextLabelAt,
  selectOpenLabels as openLabels,
  wantVoid as voidLabelsOf,
} from './label-store.ts'

/** The label with which a shipment travels or will; null when it has none. */
export const labelIn = (labels: readonly ShipmentLabel[], shipmentId: string): ShipmentLabel | null =>
  labels.find(
    ({ shipmentId: id, state }) => id === shipmentId && state !== 'voided' && state !== 'void-wanted',
  ) ?? null

/**
 * Writes down that packed shipments need a label of this carrier; those that have one, or that another carrier takes,
 * need none. The caller holds the locks of their orders.
 */
export const wantLabels = async (tx: Tx, carrier: string, shipments: readonly Shipment[]): Promise<void> => {
  const labels = await selectLabels(
    tx.db,
    shipments.map(({ id }) => id),
  )
  const wanted = shipments.flatMap(({ id, orderId, tracking }) => {
    const own = labels.filter(({ shipmentId }) => shipmentId === id)
    // What is to be voided may have left: until the carrier has said so, there is no other label.
    if (own.some(({ state }) => state !== 'voided')) return []
    // A number without a label is one that somebody has recorded.
    if (tracking !== null && own.length === 0) return []
    return [{ shipmentId: id, orderId, attempt: own.length + 1 }]
  })
  if (wanted.length > 0) await insertLabels(tx, carrier, wanted)
}

/**
 * Takes labels in a state for which the carrier is to be asked now; the next time is planned already, in case that no
 * answer comes or this process ends.
 */
export const takeDueLabels = async (
  deps: AppDeps,
  state: 'wanted' | 'bought' | 'void-wanted',
  limit: number,
): Promise<readonly ShipmentLabel[]> => {
  const taken = await inTransaction(deps, async (tx) => {
    const due = await claimLabels(tx, state, limit)
    for (const label of due) {
      const requests = label.requests + 1
      const nextAskAt = tx.now.add({ minutes: minutesUntilNextAsk(requests) })
      await updateLabel(tx, label, state, { nextAskAt, requests })
    }
    return due
  })
  return taken
}

/** Asks for a label now: one that the carrier has refused, or that waits for the carrier and is not being asked for. */
export const askNow = async (tx: Tx, label: ShipmentLabel): Promise<void> => {
  if (label.state === 'wanted' && mayStillAnswer(label, tx.now)) return
  await updateLabel(tx, label, label.state, {
    state: 'wanted',
    reason: null,
    nextAskAt: tx.now,
    requests: 0,
  })
}

/** Has a carrier take the shipment of a bought label. */
export const handOverNow = (tx: Tx, label: ShipmentLabel): Promise<void> =>
  updateLabel(tx, label, 'bought', { nextAskAt: tx.now, requests: 0 })

/** The label of this attempt as it is now, under the lock of its order; null when its state is another one. */
const labelStill = async (
  tx: Tx,
  { shipmentId, attempt }: ShipmentLabel,
  state: LabelState,
): Promise<ShipmentLabel | null> => {
  const labels = await selectLabels(tx.db, [shipmentId])
  return labels.find((label) => label.attempt === attempt && label.state === state) ?? null
}

/** What the carrier has sold: the label and what it says of the shipment. */
interface Purchase {
  readonly label: BoughtLabel
  readonly weightGrams: number
  /** Whether the shop hands the shipment to the carrier itself. */
  readonly isHandedOver: boolean
}

/**
 * Records a label that was bought, under the lock of its order; false when it is not wanted any more, and is going to be
 * voided.
 */
export const recordBought = async (
  tx: Tx,
  wanted: ShipmentLabel,
  { label, weightGrams, isHandedOver }: Purchase,
): Promise<boolean> => {
  const still = await labelStill(tx, wanted, 'wanted')
  if (!still) return false
  await updateLabel(tx, still, 'wanted', {
    state: 'bought',
    carrierLabel: label.id,
    tracking: label.tracking,
    nextAskAt: isHandedOver ? tx.now : null,
    requests: 0,
  })
  const { carrier, shipmentId } = wanted
  await updateCarrier(tx, shipmentId, { carrier, weightGrams, ...label })
  return true
}

/** Records why the carrier sells no label, under the lock of its order. */
export const recordRefused = async (tx: Tx, wanted: ShipmentLabel, reason: string): Promise<void> =>
  updateLabel(tx, wanted, 'wanted', { state: 'refused', reason, nextAskAt: null, requests: wanted.requests })

/** Records that the carrier has the shipments of labels. */
export const recordHandedOver = async (tx: Tx, labels: readonly ShipmentLabel[]): Promise<void> => {
  for (const label of labels)
    await updateLabel(tx, label, 'bought', {
      state: 'handed-over',
      nextAskAt: null,
      requests: label.requests,
    })
}

/** Records what became of a void, under the lock of its order. A shipment that the carrier has keeps its number. */
export const recordVoid = async (tx: Tx, label: ShipmentLabel, result: 'voided' | 'used'): Promise<void> => {
  const isUsed = result === 'used' && label.carrierLabel !== null
  const state = isUsed ? 'handed-over' : 'voided'
  await updateLabel(tx, label, 'void-wanted', { state, nextAskAt: null, requests: label.requests })
  if (!isUsed) await clearCarrier(tx, label.shipmentId, label.carrier)
}

import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { labelKey, packedGrams, packedContents } from '#shipment/rules/label-request.ts'
import type { CarrierPort, LabelOutcome } from '#shipment/server/carrier.ts'
import {
  recordBought,
  recordHandedOver,
  recordRefused,
  recordVoid,
  takeDueLabels,
} from '#shipment/server/labels.ts'
import type { ShipmentLabel } from '#shipment/server/labels.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { lockOrder, selectOrderById } from './order-store.ts'
import type { Order } from './order-record.ts'

/** Who sells labels, and who hands shipments to the carrier: the shop's warehouse itself, or people. */
export interface CarrierServices {
  readonly deps: AppDeps
  readonly carrier: CarrierPort
  readonly warehouse: 'simulated' | 'manual'
}

const batchSize = 50
/** How many labels are bought at the same time; no more are taken, so that each is asked for before it is due again. */
const sideBySide = 8

interface LabeledShipment {
  readonly label: ShipmentLabel
  readonly order: Order
  readonly shipment: Shipment
}

const gather = async ({ database }: AppDeps, label: ShipmentLabel): Promise<LabeledShipment> => {
  const order = await selectOrderById(database, label.orderId)
  const shipments = (await shipmentsOf(database, [label.orderId])).get(label.orderId) ?? []
  const shipment = shipments.find(({ id }) => id === label.shipmentId)
  if (!order || !shipment) throw new Error('a label has its shipment, and a shipment its order')
  return { label, order, shipment }
}

const gramsOf = ({ weightGrams, items }: Shipment): number => weightGrams ?? packedGrams(items)

const askForLabel = (
  { deps, carrier }: CarrierServices,
  { label, order, shipment }: LabeledShipment,
): Promise<LabelOutcome> =>
  carrier.buyLabel({
    key: labelKey(label.shipmentId, label.attempt),
    shippingMethod: order.shipping.code,
    weightGrams: gramsOf(shipment),
    reference: order.number,
    to: shipment.shipTo ?? order.shipTo,
    isReturn: false,
    contents: packedContents(order.lines, shipment.items),
    currency: order.currency,
    at: deps.clock.now(),
  })

const record = async (
  { deps, warehouse }: CarrierServices,
  { label, order, shipment }: LabeledShipment,
  outcome: LabelOutcome,
): Promise<void> => {
  if (outcome.state === 'unknown') return
  await inTransaction(deps, async (tx) => {
    await lockOrder(tx, label.orderId)
    if (outcome.state === 'refused') return recordRefused(tx, label, outcome.reason)
    const purchase = { weightGrams: gramsOf(shipment), isHandedOver: warehouse === 'simulated' }
    await recordBought(tx, label, { label: outcome.label, ...purchase })
  })
  if (outcome.state === 'refused')
    deps.log.error({ order: order.number, reason: outcome.reason }, 'the carrier refused a label')
}

const buy = async (services: CarrierServices, label: ShipmentLabel): Promise<LabelOutcome['state']> => {
  const { deps } = services
  const labeled = await gather(deps, label)
  const outcome = await askForLabel(services, labeled)
  deps.reachCrashPoint('label: carrier answered')
  await record(services, labeled, outcome)
  return outcome.state
}

/** Asks for the labels that are wanted; the first one without an answer ends it, for the carrier is away. */
const buyDue = async (services: CarrierServices): Promise<void> => {
  for (;;) {
    const due = await takeDueLabels(services.deps, 'wanted', sideBySide)
    const states = await Promise.all(due.map((label) => buy(services, label)))
    if (states.includes('unknown') || due.length < sideBySide) return
  }
}

const voidDue = async ({ deps, carrier }: CarrierServices): Promise<void> => {
  for (const label of await takeDueLabels(deps, 'void-wanted', batchSize)) {
    const result = await carrier.voidLabel(labelKey(label.shipmentId, label.attempt))
    if (result === 'unknown') return
    await inTransaction(deps, async (tx) => {
      await lockOrder(tx, label.orderId)
      await recordVoid(tx, label, result)
    })
  }
}

/** Gives the carrier the shipments whose labels are bought; returns how many it has taken. */
const handOverDue = async ({ deps, carrier }: CarrierServices): Promise<number> => {
  let handedOver = 0
  for (;;) {
    const due = await takeDueLabels(deps, 'bought', batchSize)
    const ids = due.flatMap(({ carrierLabel }) => (carrierLabel === null ? [] : [carrierLabel]))
    if (ids.length === 0 || !(await carrier.handOver(ids, deps.clock.now()))) return handedOver
    deps.reachCrashPoint('label: handed over')
    await inTransaction(deps, (tx) => recordHandedOver(tx, due))
    handedOver += due.length
    if (due.length < batchSize) return handedOver
  }
}

/**
 * Asks the carrier for what is due: labels that are void, labels that are wanted, shipments that it takes. What it does not
 * answer is asked again later. Returns how many shipments it took.
 */
export const processLabels = async (services: CarrierServices): Promise<number> => {
  if (services.carrier.code === null) return 0
  await voidDue(services)
  await buyDue(services)
  return handOverDue(services)
}

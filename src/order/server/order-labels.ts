import type { Kysely } from 'kysely'
import { ShopError } from '#shared/errors.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { sleep } from '#platform/clock.ts'
import { inTransaction } from '#platform/transaction.ts'
import { carrierName } from '#shipment/rules/carriers.ts'
import type { LabelFile, LabelFormat } from '#shipment/server/carrier.ts'
import {
  askNow,
  handOverNow,
  labelIn,
  labelsOfShipments,
  openLabels,
  wantLabels,
} from '#shipment/server/labels.ts'
import type { ShipmentLabel } from '#shipment/server/labels.ts'
import { orderIdOfShipment, shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { processLabels } from './label-work.ts'
import type { CarrierServices } from './label-work.ts'
import { lockOrder, selectOrderById, selectOrderByNumber } from './order-store.ts'

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const orderIdOf = async (db: Kysely<Database>, named: string): Promise<string> => {
  const id = uuid.test(named)
    ? await orderIdOfShipment(db, named.toLowerCase())
    : (await selectOrderByNumber(db, named.toUpperCase()))?.id
  if (!id) throw new ShopError('NOT_FOUND', { detail: `There is no order or shipment ${named}.` })
  return id
}

/** The shipment that is meant: by its id, or the only one of its order that is packed or has a label. */
const shipmentMeant = (
  named: string,
  shipments: readonly Shipment[],
  labels: readonly ShipmentLabel[],
): Shipment => {
  const byId = shipments.find(({ id }) => id === named.toLowerCase())
  if (byId) return byId
  const candidates = shipments.filter(({ id, state }) => state === 'packed' || labelIn(labels, id))
  const [first, ...others] = candidates
  if (!first) throw refused(`Nothing of order ${named.toUpperCase()} is packed; pack it first.`)
  if (others.length === 0) return first
  const ids = candidates.map(({ id }) => id).join(', ')
  throw refused(`Order ${named.toUpperCase()} has several shipments; name one of ${ids}.`)
}

interface Labeled {
  readonly shipment: Shipment
  readonly label: ShipmentLabel | null
}

/** Under the lock of its order. */
const lockShipment = async (tx: Tx, named: string): Promise<Labeled> => {
  const orderId = await orderIdOf(tx.db, named)
  await lockOrder(tx, orderId)
  const shipments = (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []
  const ids = shipments.map(({ id }) => id)
  const labels = await labelsOfShipments(tx.db, ids)
  const shipment = shipmentMeant(named, shipments, labels)
  return { shipment, label: labelIn(labels, shipment.id) }
}

/** Sees to it that a packed shipment gets a label now. */
const wantLabel = async (tx: Tx, carrier: string, { shipment, label }: Labeled): Promise<void> => {
  if (label?.state === 'bought' || label?.state === 'handed-over') return
  if (label) return askNow(tx, label)
  if (shipment.carrier !== null)
    throw refused(
      `${carrierName(shipment.carrier) ?? 'Another carrier'} has it; its label is not the shop's.`,
    )
  if (shipment.state !== 'packed') throw refused('It is not packed; pack it first.')
  await wantLabels(tx, carrier, [shipment])
}

/** How long a request waits for the answer to another one's; a carrier's usual answer takes a few seconds. */
const answerMs = 10_000
const pollMs = 100

/** The label once the carrier has answered each request for it: a second click finds the first one's request on its way. */
const labelAnswered = async (
  { deps }: CarrierServices,
  shipmentId: string,
): Promise<ShipmentLabel | null> => {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const label = labelIn(await labelsOfShipments(deps.database, [shipmentId]), shipmentId)
    if (label?.state !== 'wanted' || waitedMs >= answerMs) return label
    await sleep(pollMs)
  }
}

const labelNow = async (services: CarrierServices, shipmentId: string): Promise<ShipmentLabel> => {
  const label = await labelAnswered(services, shipmentId)
  if (!label || label.state === 'wanted')
    throw refused('The carrier does not answer; it is asked again, and so can you in a moment.')
  if (label.reason !== null) throw refused(`The carrier refuses the label: ${label.reason}`)
  return label
}

/** A label that an operator prints. */
export interface PrintedLabel {
  readonly order: string
  readonly bytes: Uint8Array
}

/**
 * The label of a shipment, by its id or its order's number; bought first when it has none, under a key of its own, so that
 * asking again buys no other. NOT_FOUND; ACTION_NOT_ALLOWED with the reason as a sentence.
 */
export const printLabel = async (
  services: CarrierServices,
  named: string,
  format: LabelFormat,
): Promise<PrintedLabel> => {
  const { deps, carrier } = services
  const shipment = await inTransaction(deps, async (tx) => {
    const labeled = await lockShipment(tx, named)
    // A carrier that sells no labels says so itself.
    if (carrier.code !== null) await wantLabel(tx, carrier.code, labeled)
    return labeled.shipment
  })
  await processLabels(services)
  const label = carrier.code === null ? null : await labelNow(services, shipment.id)
  const file = await carrier.labelFile(label?.carrierLabel ?? '', format)
  if (file.kind === 'none') throw refused(file.problem)
  const order = await selectOrderById(deps.database, shipment.orderId)
  return { order: order?.number ?? '', bytes: file.bytes }
}

/** How many files a carrier is asked for at the same time. */
const sideBySide = 8

/** The files of labels that were bought for shipments, in their order; or for each why it does not come, as a sentence. */
export const labelFiles = async (
  { deps, carrier }: Pick<CarrierServices, 'deps' | 'carrier'>,
  shipmentIds: readonly string[],
  format: LabelFormat,
): Promise<readonly LabelFile[]> => {
  const labels = await labelsOfShipments(deps.database, shipmentIds)
  const fileOf = (shipmentId: string): Promise<LabelFile> => {
    const label = labelIn(labels, shipmentId)?.carrierLabel ?? null
    return label === null
      ? Promise.resolve({ kind: 'none', problem: 'Its label was voided.' })
      : carrier.labelFile(label, format)
  }
  const files: LabelFile[] = []
  for (let at = 0; at < shipmentIds.length; at += sideBySide)
    files.push(...(await Promise.all(shipmentIds.slice(at, at + sideBySide).map(fileOf))))
  return files
}

/**
 * Has labels bought for packed shipments, by their ids, each under a key of its own; what is not packed any more gets none. Asked
 * again it buys no other. ACTION_NOT_ALLOWED where the shop buys no labels.
 */
export const requestLabels = async (
  services: CarrierServices,
  shipmentIds: readonly string[],
): Promise<void> => {
  const { deps, carrier } = services
  const { code } = carrier
  if (code === null) throw refused('This shop buys no labels of a carrier.')
  for (const id of shipmentIds)
    await inTransaction(deps, async (tx) => {
      const labeled = await lockShipment(tx, id)
      const { state, carrier: takenBy } = labeled.shipment
      if (state === 'packed' && takenBy === null) await wantLabel(tx, code, labeled)
    })
  await processLabels(services)
}

/**
 * Gives the carrier a shipment that has a label, for a warehouse of people. NOT_FOUND; ACTION_NOT_ALLOWED
 * with the reason as a sentence.
 */
export const giveToCarrier = async (services: CarrierServices, named: string): Promise<void> => {
  const shipment = await inTransaction(services.deps, async (tx) => {
    const labeled = await lockShipment(tx, named)
    if (labeled.label?.state !== 'bought') throw refused('It has no label that waits for its package.')
    await handOverNow(tx, labeled.label)
    return labeled.shipment
  })
  await processLabels(services)
  const labels = await labelsOfShipments(services.deps.database, [shipment.id])
  if (labelIn(labels, shipment.id)?.state !== 'handed-over')
    throw refused('The carrier does not answer; it is asked again.')
}

/** A sentence for each label that the carrier has not sold, the oldest first. */
export const labelsToSeeTo = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const sentences: string[] = []
  for (const { orderId, reason, requests } of await openLabels(db)) {
    const number = (await selectOrderById(db, orderId))?.number ?? ''
    const what = reason === null ? `waits for the carrier, asked ${requests} times` : `refused: ${reason}`
    sentences.push(`${number}: ${what}`)
  }
  return sentences
}

import type { Kysely } from 'kysely'
import { isShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { ordersToReship, shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import type { ExportedShipment, FileRow } from '#shipment/server/shipment-files.ts'
import { handOver, wantedLinesOf } from './fulfillment.ts'
import type { Also, HandOver } from './fulfillment.ts'
import type { HandedOver } from '#shipment/rules/shipment-row.ts'
import { selectOrdersToShip } from './due-orders.ts'
import type { ShipPlace } from './due-orders.ts'
import { selectOrderById, selectOrderByNumber, selectOrdersWith } from './order-store.ts'
import type { Order } from './order-record.ts'

const exportedOf = (order: Order, shipment: Shipment): ExportedShipment => {
  const shipTo = shipment.shipTo ?? order.shipTo
  return {
    order: order.number,
    carrier: '',
    service: '',
    tracking: '',
    lines: wantedLinesOf(order, shipment)
      .map(({ sku, quantity }) => `${sku}:${quantity}`)
      .join(','),
    weight_grams: '',
    state: shipment.state,
    ship_on: order.ships?.from.toString() ?? '',
    shipping_method: order.shipping.label,
    name: `${shipTo.firstName} ${shipTo.lastName}`,
    company: shipTo.company,
    address: shipTo.address,
    unit: shipTo.unit,
    city: shipTo.city,
    region: shipTo.region,
    zip: shipTo.zip,
    country: shipTo.country,
    phone: shipTo.phone,
  }
}

/** Other orders of which something is sent again, which is always due. */
const reshipOrders = async (db: Kysely<Database>, due: readonly Order[]): Promise<Order[]> => {
  const orders: Order[] = []
  for (const id of await ordersToReship(db)) {
    const order = due.some((one) => one.id === id) ? undefined : await selectOrderById(db, id)
    if (order && !order.isHeld && order.state !== 'placed') orders.push(order)
  }
  return orders
}

const packable = async (db: Kysely<Database>, orders: readonly Order[]): Promise<ExportedShipment[]> => {
  const byOrder = await shipmentsOf(
    db,
    orders.map(({ id }) => id),
  )
  return orders.flatMap((order) =>
    (byOrder.get(order.id) ?? [])
      .filter(({ state }) => state === 'pending' || state === 'packed')
      .map((shipment) => exportedOf(order, shipment)),
  )
}

/** A shipment of a list, as it is exported. */
interface ListedShipment {
  readonly id: string
  readonly exported: ExportedShipment
}

/** Shipments by their ids and those of their orders, whatever their state is, in the order that was asked for. */
export const listedShipments = async (
  db: Kysely<Database>,
  requested: readonly { readonly orderId: string; readonly shipmentId: string }[],
): Promise<ListedShipment[]> => {
  const ids = [...new Set(requested.map(({ orderId }) => orderId))]
  const orders = new Map((await selectOrdersWith(db, ids)).map((order) => [order.id, order]))
  const shipments = await shipmentsOf(db, ids)
  return requested.flatMap(({ orderId, shipmentId }) => {
    const order = orders.get(orderId)
    const shipment = shipments.get(orderId)?.find(({ id }) => id === shipmentId)
    return order && shipment ? [{ id: shipmentId, exported: exportedOf(order, shipment) }] : []
  })
}

/** What is to be packed and handed over of one order, whenever it is due; none of an unknown one. */
export const shipmentsToPackOf = async (
  db: Kysely<Database>,
  number: string,
): Promise<ExportedShipment[]> => {
  const order = await selectOrderByNumber(db, number.toUpperCase())
  if (!order || order.isHeld) return []
  const waits =
    order.state === 'placed' ? order.ships !== null : (await ordersToReship(db)).includes(order.id)
  return waits ? packable(db, [order]) : []
}

/** What is to be packed and handed over until a day, that day included, the most urgent first. */
export const shipmentsToPack = async (
  db: Kysely<Database>,
  until: Temporal.PlainDate,
): Promise<ExportedShipment[]> => {
  const due = await selectOrdersToShip(db, until)
  return packable(db, [...due, ...(await reshipOrders(db, due))])
}

/** The same list in parts of so many orders; what is sent again is in the first one, because it is always due. */
export const partToPack = async (
  db: Kysely<Database>,
  until: Temporal.PlainDate,
  { after, limit }: { readonly after: ShipPlace | null; readonly limit: number },
): Promise<{ readonly shipments: ExportedShipment[]; readonly next: ShipPlace | null }> => {
  const due = await selectOrdersToShip(db, until, { after, limit: limit + 1 })
  const shown = due.slice(0, limit)
  const last = due.length > limit ? shown.at(-1) : undefined
  const again = after === null ? await reshipOrders(db, shown) : []
  return {
    shipments: await packable(db, [...shown, ...again]),
    next: last?.ships ? { day: last.ships.from.toString(), number: last.number } : null,
  }
}

/** What became of the rows of a file. */
export interface ImportReport {
  readonly shipped: number
  /** Recorded before, with the same carrier and number. */
  readonly repeated: number
  /** Not filled in. */
  readonly empty: number
  readonly problems: readonly { readonly number: number; readonly problem: string }[]
}

type RowResult = HandOver | 'empty' | { readonly problem: string }

/** Who brings the rows, and what else is written with each that ships. */
interface ImportSource {
  readonly source: 'import' | 'partner'
  readonly alsoFor?: (shipment: HandedOver) => Also
}

const importRow = async (
  deps: AppDeps,
  { row }: FileRow,
  { source, alsoFor }: ImportSource,
): Promise<RowResult> => {
  if (row.kind === 'empty') return 'empty'
  if (row.kind === 'wrong') return { problem: row.problem }
  try {
    return await handOver(deps, row.shipment, source, alsoFor?.(row.shipment))
  } catch (thrown) {
    if (isShopError(thrown) && thrown.status < 500) return { problem: thrown.detail }
    throw thrown
  }
}

/** Applies each row in a transaction of its own: a bad one changes nothing, and the others are applied. */
export const importShipments = async (
  deps: AppDeps,
  rows: readonly FileRow[],
  from: ImportSource = { source: 'import' },
): Promise<ImportReport> => {
  const counts = { shipped: 0, repeated: 0, empty: 0 }
  const problems: { readonly number: number; readonly problem: string }[] = []
  for (const row of rows) {
    const result = await importRow(deps, row, from)
    if (typeof result === 'string') counts[result] += 1
    else problems.push({ number: row.number, ...result })
  }
  return { ...counts, problems }
}

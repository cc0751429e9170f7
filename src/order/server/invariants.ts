import type { Kysely } from 'kysely'
import { issuedInvoices } from '#invoice/server/invoices.ts'
import { postedFacts } from '#ledger/server/journals.ts'
import type { Database } from '#platform/schema.ts'
import { brokenShipmentsOf } from '#shipment/rules/shipment-item.ts'
import { brokenLabelsOf } from '#shipment/rules/shipment-label.ts'
import { labelsOfShipments } from '#shipment/server/labels.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { selectLedgerTotals, selectOrdersAfter } from './order-store.ts'
import type { Order } from './order-record.ts'

const batchSize = 500

const labelsBroken = async (
  db: Kysely<Database>,
  shipments: readonly Shipment[],
): Promise<readonly string[]> => {
  const labels = Map.groupBy(
    await labelsOfShipments(
      db,
      shipments.map(({ id }) => id),
    ),
    ({ shipmentId }) => shipmentId,
  )
  return shipments.flatMap((shipment) => brokenLabelsOf(shipment, labels.get(shipment.id) ?? []))
}

/** A sentence for each order whose shipments disagree with it, with their labels or with what was paid. */
export const brokenShipments = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const broken: string[] = []
  let after: string | null = null
  for (;;) {
    const orders: Order[] = await selectOrdersAfter(db, after, batchSize)
    if (orders.length === 0) return broken
    const shipments = await shipmentsOf(
      db,
      orders.map(({ id }) => id),
    )
    for (const order of orders) {
      const ordered = (shipments.get(order.id) ?? []).filter(({ isReship }) => !isReship)
      broken.push(...brokenShipmentsOf(order, ordered))
    }
    broken.push(...(await labelsBroken(db, [...shipments.values()].flat())))
    after = orders.at(-1)?.id ?? null
  }
}

/** A sentence for each way in which orders, ledger and invoices disagree; none when they agree. */
export const brokenOrderLedger = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const orders = await selectLedgerTotals(db)
  const placed = await postedFacts(db, 'order-placed')
  const shipped = await postedFacts(db, 'order-shipped')
  const canceled = await postedFacts(db, 'order-canceled')
  const refunded = await postedFacts(db, 'refund-settled')
  const reversed = await postedFacts(db, 'refund-reversed')
  const invoices = await issuedInvoices(db, 'invoice')
  const notes = await issuedInvoices(db, 'credit-note')
  const takenBack = await issuedInvoices(db, 'reversal')
  const compared: readonly (readonly [string, number, number])[] = [
    ['orders placed', orders.placed, placed.count],
    ['orders shipped', orders.shipped, shipped.count],
    ['orders canceled', orders.canceled, canceled.count],
    ['cents of orders by card', orders.totalCents - orders.creditCents, placed.receivableCents],
    ['cents of orders by credit', orders.creditCents, placed.creditCents],
    [
      'cents refunded',
      orders.refundedCents,
      0 - refunded.receivableCents - refunded.creditCents - reversed.receivableCents - reversed.creditCents,
    ],
  ]
  const invoiceTotals: typeof compared = [
    ['orders placed', orders.placed, invoices.count],
    ['cents of orders', orders.totalCents, invoices.cents],
    ['cents refunded', orders.refundedCents, notes.cents - takenBack.cents],
  ]
  return [
    ...compared.flatMap(([what, ours, recorded]) =>
      ours === recorded ? [] : [`${what}: ${ours}, and ${recorded} in the ledger`],
    ),
    ...invoiceTotals.flatMap(([what, ours, invoiced]) =>
      ours === invoiced ? [] : [`${what}: ${ours}, and ${invoiced} on invoices and credit notes`],
    ),
  ]
}

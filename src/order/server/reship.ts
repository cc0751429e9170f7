import { reserveStock } from '#catalogue/server/plans.ts'
import type { Tx } from '#platform/app-deps.ts'
import {
  recordEvents,
  shipmentItemsInsert,
  shipmentReshipInsert,
  shipmentsOf,
  updateShipTo,
} from '#shipment/server/shipments.ts'
import type { Address } from '#shared/address.ts'
import type { Order } from './order-record.ts'

interface SentAgain {
  readonly position: number
  readonly quantity: number
}

/** Where the order went at last: a corrected address, or that of a gift's recipient; null for its own. */
const lastShipTo = async (tx: Tx, { id }: Order): Promise<Address | null> =>
  (await shipmentsOf(tx.db, [id])).get(id)?.at(-1)?.shipTo ?? null

/**
 * Sends units of lines of an order again, free of charge: a shipment of its own that waits to be packed, its stock taken. The
 * caller holds the lock of the order. Answers the shipment's id, that of the form where one is given. ITEM_NOT_AVAILABLE, which
 * undoes the transaction.
 */
export const reship = async (
  tx: Tx,
  order: Order,
  units: readonly SentAgain[],
  id = tx.ids.uuid(),
): Promise<string> => {
  const items = units.flatMap(({ position, quantity }) => {
    const line = order.lines[position]
    if (!line) return []
    const { product, quantity: supplies } = line.stock
    return [
      { position, product, lineQuantity: quantity, stockQuantity: (supplies / line.quantity) * quantity },
    ]
  })
  const shipTo = await lastShipTo(tx, order)
  await tx.defer(shipmentReshipInsert(tx.db, tx, { id, orderId: order.id, accountId: order.accountId }))
  const owned = items.map((item) => ({ ...item, id, orderId: order.id }))
  await tx.defer(shipmentItemsInsert(tx.db, owned))
  if (shipTo) await updateShipTo(tx, [id], shipTo)
  await recordEvents(tx, [
    {
      shipmentId: id,
      kind: 'pending',
      source: 'order',
      happenedAt: tx.now,
      isApplied: true,
      expectedOn: null,
      externalId: null,
    },
  ])
  const quantities = new Map<string, number>()
  for (const { product, stockQuantity } of items)
    if (stockQuantity > 0) quantities.set(product, (quantities.get(product) ?? 0) + stockQuantity)
  tx.beforeCommit(() => reserveStock(tx, Object.fromEntries(quantities)))
  return id
}

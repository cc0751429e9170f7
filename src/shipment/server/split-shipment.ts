import type { Tx } from '#platform/app-deps.ts'
import type { PartOfLine } from '../rules/chosen-shipment.ts'
import type { ShipmentItem } from '../rules/shipment-item.ts'
import type { Shipment } from './shipment-record.ts'
import {
  reduceItem,
  shipmentInsert,
  shipmentItemsInsert,
  shipmentReshipInsert,
  updateShipTo,
} from './shipment-store.ts'

const partOf = ({ stockQuantity, lineQuantity, ...item }: ShipmentItem, quantity: number): ShipmentItem => ({
  ...item,
  lineQuantity: quantity,
  // The supplies of a line are the same for each of its pieces.
  stockQuantity: (stockQuantity / lineQuantity) * quantity,
})

/** Takes parts of a shipment into a new one, which is returned; the caller holds the lock of its order. */
export const splitOff = async (tx: Tx, from: Shipment, parts: readonly PartOfLine[]): Promise<Shipment> => {
  const { orderId, accountId, shipTo } = from
  const id = tx.ids.uuid()
  const items = parts.flatMap(({ position, quantity }) =>
    from.items.filter((item) => item.position === position).map((item) => partOf(item, quantity)),
  )
  const shipment = { id, orderId, accountId }
  const insert = from.isReship
    ? shipmentReshipInsert(tx.db, tx, shipment)
    : shipmentInsert(tx.db, tx, [shipment])
  await tx.defer(insert)
  await tx.defer(
    shipmentItemsInsert(
      tx.db,
      items.map((item) => ({ ...item, id, orderId })),
    ),
  )
  if (shipTo) await updateShipTo(tx, [id], shipTo)
  for (const item of items) await reduceItem(tx, from, item)
  return { ...from, id, items }
}

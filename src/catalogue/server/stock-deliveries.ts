import type { Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { insertDelivery, lockDelivery, updateDelivery } from './stock-delivery-store.ts'
import type { NewDelivery, StockDelivery } from './stock-delivery-store.ts'
import { lockStockOf } from './stock-movements.ts'

export { selectOpenDeliveries as openDeliveries } from './stock-delivery-store.ts'
export type { StockDelivery } from './stock-delivery-store.ts'

/** Announces a delivery, once for a form; false when that was done already. VALIDATION_ERROR for a product that has no stock. */
export const expectDelivery = async (tx: Tx, delivery: NewDelivery): Promise<boolean> => {
  await lockStockOf(tx, delivery.product)
  return insertDelivery(tx, delivery)
}

/** Ends a delivery of which nothing more will come; null when it has ended already. NOT_FOUND for one that the product does not have. */
export const closeDelivery = async (
  tx: Tx,
  { id, product }: Pick<StockDelivery, 'id' | 'product'>,
): Promise<StockDelivery | null> => {
  await lockStockOf(tx, product)
  const delivery = await lockDelivery(tx, id)
  if (delivery === null || delivery.product !== product) throw new ShopError('NOT_FOUND')
  if (delivery.closedAt !== null) return null
  await updateDelivery(tx, { id, received: delivery.received, isClosed: true })
  return delivery
}

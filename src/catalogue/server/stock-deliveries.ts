import type { Tx } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { insertDelivery, lockDelivery, updateDelivery } from './stock-delivery-store.ts'
import type { NewDelivery, StockDelivery } from './stock-delivery-store.ts'
import { lockStockOf } from './stock-movements.ts'

export { selectOpenDeliveries as openDeliveries } from './stock-delivery-store.ts'
export type { StockDelivery } from './stock-delivery-store.ts'

/** A year that was typed wrong would be late at once, or never. */
const requireNearDay = ({ now }: Tx, day: Temporal.PlainDate): void => {
  const today = dateIn(now, brand.timeZone)
  const isNear =
    Temporal.PlainDate.compare(day, today.subtract({ months: 3 })) >= 0 &&
    Temporal.PlainDate.compare(day, today.add({ years: 2 })) <= 0
  if (isNear) return
  const fields = { expected_on: 'Please enter a day of the last three months or the next two years.' }
  throw new ShopError('VALIDATION_ERROR', { fields })
}

/** Announces a delivery, once for a form; false when that was done already. VALIDATION_ERROR for a far day, or without a stock. */
export const expectDelivery = async (tx: Tx, delivery: NewDelivery): Promise<boolean> => {
  requireNearDay(tx, delivery.expectedOn)
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

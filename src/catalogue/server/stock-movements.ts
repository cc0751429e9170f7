import type { Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { hasMovement, insertMovement } from './stock-movement-store.ts'
import type { StockMovement } from './stock-movement-store.ts'
import { lockStock, moveStock } from './stock-store.ts'

export { selectMovements as stockMovements } from './stock-movement-store.ts'

/**
 * Adds to stock what arrived, or takes away what cannot be sold, once for a form; null when that was done already. VALIDATION_ERROR
 * for a product that has no stock, and for more than is there.
 */
export const moveStockByHand = async (
  tx: Tx,
  movement: Omit<StockMovement, 'available'>,
): Promise<{ readonly before: number; readonly after: number } | null> => {
  const { id, product, kind, units } = movement
  const before = await lockStock(tx, product)
  if (before === null)
    throw new ShopError('VALIDATION_ERROR', { fields: { product: `There is no stock ${product}.` } })
  if (await hasMovement(tx, id)) return null
  const delta = kind === 'received' ? units : -units
  if (kind === 'written-off' && before < units)
    throw new ShopError('VALIDATION_ERROR', {
      fields: { units: `There are ${Math.max(0, before)} in stock.` },
    })
  await moveStock(tx, { [product]: delta })
  await insertMovement(tx, { ...movement, available: before + delta })
  return { before, after: before + delta }
}

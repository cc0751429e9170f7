import type { Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { countIntoLots, openLot, receiveIntoLot, writeOffLot } from './stock-lots.ts'
import { lockDelivery, updateDelivery } from './stock-delivery-store.ts'
import { hasMovement, insertMovement, lastMovementId } from './stock-movement-store.ts'
import type { StockMovement } from './stock-movement-store.ts'
import { lockStock, moveStock } from './stock-store.ts'

export { selectMovements as stockMovements, lastMovementId } from './stock-movement-store.ts'
export type { StoredMovement } from './stock-movement-store.ts'

/** The stock before and after a movement. */
export interface Moved {
  readonly before: number
  readonly after: number
}

const refuse = (field: string, text: string): never => {
  throw new ShopError('VALIDATION_ERROR', { fields: { [field]: text } })
}

/** Locks a stock; VALIDATION_ERROR for a product that has none. Every change of what belongs to a stock locks it first. */
export const lockStockOf = async (tx: Tx, product: string): Promise<number> =>
  (await lockStock(tx, product)) ?? refuse('product', `There is no stock ${product}.`)

/** What arrived counts for its delivery, which ends when it is complete. */
const receiveFor = async (tx: Tx, { deliveryId, product, units }: MovedByHand): Promise<void> => {
  if (deliveryId === null) return
  const delivery = await lockDelivery(tx, deliveryId)
  if (delivery === null || delivery.product !== product)
    return refuse('delivery', `There is no such delivery of ${product}.`)
  if (delivery.closedAt !== null)
    return refuse('delivery', 'This delivery is closed. Receive the units without it.')
  const received = delivery.received + units
  await updateDelivery(tx, { id: deliveryId, received, isClosed: received >= delivery.units })
}

interface MovedByHand extends Omit<StockMovement, 'available' | 'count' | 'kind'> {
  readonly kind: 'received' | 'written-off'
  /** Of the lot that is received; null for what does not expire. */
  readonly bestBefore: Temporal.PlainDate | null
}

/** Lots are locked before the stock, as by packing and returns. */
const lotsFor = (tx: Tx, { kind, product, lot, bestBefore }: MovedByHand) =>
  openLot(tx, { product, lot: kind === 'received' ? lot : null, bestBefore })

/**
 * Adds to stock what arrived, or takes away what cannot be sold, once for a form; null when that was done already. A whole lot can be written off
 * also where its units are set aside for orders, which are backordered then. VALIDATION_ERROR for a product that has no stock, for more than is
 * there, for a delivery that is closed, and for a lot that is not as it is said to be.
 */
export const moveStockByHand = async (tx: Tx, movement: MovedByHand): Promise<Moved | null> => {
  const { id, product, kind, units } = movement
  const lots = await lotsFor(tx, movement)
  const before = await lockStockOf(tx, product)
  if (await hasMovement(tx, id)) return null
  const delta = kind === 'received' ? units : -units
  if (kind === 'written-off') {
    if (lots.length === 0 && before < units) refuse('units', `There are ${Math.max(0, before)} in stock.`)
    await writeOffLot(tx, lots, movement)
  } else await receiveIntoLot(tx, lots, movement)
  await receiveFor(tx, movement)
  await moveStock(tx, { [product]: delta })
  const { bestBefore: _, ...stored } = movement
  await insertMovement(tx, { ...stored, count: null, available: before + delta })
  return { before, after: before + delta }
}

/** A count of what is not set aside for orders. */
export interface CountByHand {
  readonly id: string
  readonly product: string
  readonly counted: number
  /** The stock when the counting began. */
  readonly expected: number
  /** The last movement by hand until then; null when there was none. */
  readonly after: string | null
  readonly note: string
  readonly staffId: string
}

/**
 * Moves stock by the difference that was found, so that what orders took during the count stays taken; once for a form, null when
 * that was done already. VALIDATION_ERROR when somebody counted, received or wrote off meanwhile: what they
 * moved may have been counted or not.
 */
export const countStock = async (tx: Tx, count: CountByHand): Promise<Moved | null> => {
  const { id, product, counted, expected, note, staffId } = count
  const lots = await openLot(tx, { product, lot: null, bestBefore: null })
  const before = await lockStockOf(tx, product)
  if (await hasMovement(tx, id)) return null
  if ((await lastMovementId(tx.db, product)) !== count.after)
    return refuse(
      'counted',
      'Someone moved this stock while you counted. Read what they did, and count again.',
    )
  const units = counted - expected
  const available = before + units
  await countIntoLots(tx, lots, product, units)
  await moveStock(tx, { [product]: units })
  const facts = { id, product, note, staffId, lot: null, deliveryId: null }
  await insertMovement(tx, { ...facts, kind: 'counted', units, available, count: { counted, expected } })
  return { before, after: available }
}

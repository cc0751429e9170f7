import type { Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { allocateLots, countedLots, returnedToLots } from '../rules/stock-lots.ts'
import type { ReturnedUnits, SentLot, StockLot, ShortShipment, WantedUnits } from '../rules/stock-lots.ts'
import { insertLot, lockLots, moveLots, readOnHand, selectShipmentLots } from './stock-lot-store.ts'
import type { LotMovement } from './stock-lot-store.ts'

export { selectLots as stockLots, selectLotsNamed as lotsNamed } from './stock-lot-store.ts'
export type { ShipmentLot } from './stock-lot-store.ts'
export { writeUnsoldLots } from './stock-lot-store.ts'

const refuse = (field: string, text: string): never => {
  throw new ShopError('VALIDATION_ERROR', { fields: { [field]: text } })
}

const lineOf = ({ shipmentId, position }: Pick<WantedUnits, 'shipmentId' | 'position'>) => ({
  shipmentId,
  position,
})

/**
 * Takes what shipments need from lots, first what expires first; the caller holds the locks of their orders. Answers those that cannot be
 * packed, of which nothing is taken. Products without lots need none.
 */
export const packLots = async (tx: Tx, wanted: readonly WantedUnits[]): Promise<readonly ShortShipment[]> => {
  const lots = await lockLots(
    tx,
    wanted.map(({ product }) => product),
  )
  if (lots.length === 0) return []
  const { taken, short } = allocateLots(lots, wanted, tx.today)
  await moveLots(
    tx,
    taken.map((one) => ({
      product: one.product,
      lot: one.lot,
      kind: 'packed',
      units: -one.units,
      line: lineOf(one),
    })),
  )
  return short
}

/** Puts what was packed for shipments back to its lots. */
export const unpackLots = async (tx: Tx, shipmentIds: readonly string[]): Promise<void> => {
  const packed = await selectShipmentLots(tx.db, shipmentIds)
  if (packed.length === 0) return
  await lockLots(
    tx,
    packed.map(({ product }) => product),
  )
  await moveLots(
    tx,
    packed.map((one) => ({
      product: one.product,
      lot: one.lot,
      kind: 'unpacked',
      units: one.units,
      line: lineOf(one),
    })),
  )
}

const unitsOf = (parts: readonly { readonly units: number }[]): number =>
  parts.reduce((sum, { units }) => sum + units, 0)

const movementsOf = (one: ReturnedUnits): LotMovement[] => {
  const { product, lot, units } = one
  const returned = { product, lot, line: lineOf(one) }
  return [
    { ...returned, kind: 'returned', units },
    ...(one.isWrittenOff ? [{ ...returned, kind: 'written-off', units: -units } as const] : []),
  ]
}

/** Units of a line that came back, in units of the stock. */
interface ReturnedLine {
  readonly position: number
  readonly product: string
  readonly restocked: number
  readonly writtenOff: number
}

const sentOf = (
  lots: readonly StockLot[],
  sent: Awaited<ReturnType<typeof selectShipmentLots>>,
  line: ReturnedLine,
): SentLot[] =>
  sent
    .filter(({ position, product }) => position === line.position && product === line.product)
    .map((one) => ({
      ...lineOf(one),
      product: one.product,
      lot: one.lot,
      remaining: one.units - one.returned,
      bestBefore:
        lots.find(({ product, lot }) => product === one.product && lot === one.lot)?.bestBefore ?? null,
    }))

/**
 * Puts what came back of these shipments to its lots, or writes it off. Units that were packed without a lot are without one
 * again. Returns how much of each product cannot be sold, although it was to be restocked: its lot has expired.
 */
export const returnLots = async (
  tx: Tx,
  shipmentIds: readonly string[],
  lines: readonly ReturnedLine[],
): Promise<ReadonlyMap<string, number>> => {
  const lots = await lockLots(
    tx,
    lines.map(({ product }) => product),
  )
  if (lots.length === 0) return new Map()
  const sent = await selectShipmentLots(tx.db, shipmentIds)
  const expired = new Map<string, number>()
  for (const line of lines.filter(({ product }) => lots.some((lot) => lot.product === product))) {
    const { product } = line
    const returned = returnedToLots(sentOf(lots, sent, line), line, tx.today)
    await moveLots(tx, returned.flatMap(movementsOf))
    const restocked = returned.filter(({ isRestocked }) => isRestocked)
    const unnamed = line.restocked - unitsOf(restocked)
    if (unnamed > 0) await addUnnamed(tx, product, unnamed, 'returned')
    const lost = unitsOf(restocked.filter(({ isWrittenOff }) => isWrittenOff))
    if (lost > 0) expired.set(product, (expired.get(product) ?? 0) + lost)
  }
  return expired
}

const addUnnamed = async (
  tx: Tx,
  product: string,
  units: number,
  kind: LotMovement['kind'],
): Promise<void> => {
  await insertLot(tx, { product, lot: '', bestBefore: null })
  await moveLots(tx, [{ product, lot: '', kind, units, line: null }])
}

/** Units that arrive. */
interface ReceivedLot {
  readonly product: string
  /** Null for units without a number. */
  readonly lot: string | null
  readonly bestBefore: Temporal.PlainDate | null
  readonly units: number
}

/** What is on hand already belongs to no lot. Before the stock is locked, as packing waits. */
const beginLots = async (tx: Tx, product: string): Promise<void> => {
  const units = await readOnHand(tx, product)
  // Somebody else may have begun while this one waited.
  if ((await lockLots(tx, [product])).length > 0) return
  await insertLot(tx, { product, lot: '', bestBefore: null })
  if (units > 0) await moveLots(tx, [{ product, lot: '', kind: 'found', units, line: null }])
}

/**
 * Locks the lots of a product before its stock; a product gets lots with the first number that is received. VALIDATION_ERROR for a
 * lot that is known with another day.
 */
export const openLot = async (
  tx: Tx,
  { product, lot, bestBefore }: Omit<ReceivedLot, 'units'>,
): Promise<readonly StockLot[]> => {
  const known = await lockLots(tx, [product])
  if (lot === null) return known
  const own = known.find((one) => one.lot === lot)
  const isOtherDay = own && bestBefore !== null && !own.bestBefore?.equals(bestBefore)
  if (isOtherDay)
    return refuse(
      'best_before',
      `Lot ${lot} is known with ${own.bestBefore === null ? 'no best-before date' : own.bestBefore.toString()}.`,
    )
  if (known.length === 0) await beginLots(tx, product)
  await insertLot(tx, { product, lot, bestBefore })
  return lockLots(tx, [product])
}

/** Puts what arrived into its lot, under `openLot`; nothing for a product without lots. */
export const receiveIntoLot = async (
  tx: Tx,
  lots: readonly StockLot[],
  { product, lot, units }: ReceivedLot,
): Promise<void> => {
  if (lots.length === 0) return
  if (lot === null) return addUnnamed(tx, product, units, 'received')
  await moveLots(tx, [{ product, lot, kind: 'received', units, line: null }])
}

/**
 * Takes what cannot be sold out of its lot; nothing for a product without lots. VALIDATION_ERROR for more than is there of it, and
 * for no lot where units without one are too few.
 */
export const writeOffLot = async (
  tx: Tx,
  lots: readonly StockLot[],
  { product, lot, units }: Omit<ReceivedLot, 'bestBefore'>,
): Promise<void> => {
  if (lots.length === 0) {
    if (lot !== null) refuse('lot', `${product} has no lot ${lot}.`)
    return
  }
  const own = lots.find((one) => one.lot === (lot ?? ''))
  const remaining = own?.remaining ?? 0
  if (remaining < units)
    refuse(
      'lot',
      lot === null ? 'Please choose the lot that is written off.' : `${remaining} of lot ${lot} are there.`,
    )
  await moveLots(tx, [{ product, lot: lot ?? '', kind: 'written-off', units: -units, line: null }])
}

/** What a count found, more or less than there had to be; nothing for a product without lots. Before the stock is locked: `openLot`. */
export const countIntoLots = async (
  tx: Tx,
  lots: readonly StockLot[],
  product: string,
  difference: number,
): Promise<void> => {
  if (lots.length === 0) return
  for (const { lot, units } of countedLots(lots, difference)) {
    if (lot === '' && units > 0) await addUnnamed(tx, product, units, 'counted')
    else await moveLots(tx, [{ product, lot, kind: 'counted', units, line: null }])
  }
}

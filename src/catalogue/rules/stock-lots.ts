import { boughtDays } from './stock-alarm.ts'
import type { ComingNeed } from './stock-alarm.ts'

/** What is on hand of a lot. */
export interface StockLot {
  readonly product: string
  /** As it is printed; empty for units that nobody named. */
  readonly lot: string
  /** The last day on which it is sold; null for what does not expire. */
  readonly bestBefore: Temporal.PlainDate | null
  /** Units, also those that are set aside for orders. */
  readonly remaining: number
}

/** Units that a line of a shipment needs. */
export interface WantedUnits {
  readonly shipmentId: string
  readonly position: number
  readonly product: string
  readonly units: number
}

/** Units of a lot for a line of a shipment. */
interface TakenUnits extends WantedUnits {
  readonly lot: string
}

/** A shipment that cannot be packed, by the first product that is missing. */
export interface ShortShipment {
  readonly shipmentId: string
  readonly product: string
  /** Units that it needs, and those that have not expired. */
  readonly units: number
  readonly there: number
}

/** Whether a lot must not be sold any more: its last day has passed. */
export const isExpired = ({ bestBefore }: Pick<StockLot, 'bestBefore'>, today: Temporal.PlainDate): boolean =>
  bestBefore !== null && Temporal.PlainDate.compare(bestBefore, today) < 0

const compareDays = (a: StockLot, b: StockLot): number => {
  // Units without a name were there before any that has one.
  if (a.lot === '' || b.lot === '') return Number(b.lot === '') - Number(a.lot === '')
  if (a.bestBefore === null || b.bestBefore === null)
    return Number(a.bestBefore === null) - Number(b.bestBefore === null)
  return Temporal.PlainDate.compare(a.bestBefore, b.bestBefore)
}

/** The lots in the order in which they are packed: what expires first, and of one day by their numbers. */
export const firstExpiredFirst = (lots: readonly StockLot[]): readonly StockLot[] =>
  lots.toSorted((a, b) => compareDays(a, b) || (a.lot < b.lot ? -1 : 1))

interface Portion {
  readonly lot: string
  readonly units: number
}

/** This many units of lots in their order; fewer when the lots have fewer. */
const portions = (lots: readonly StockLot[], units: number): Portion[] => {
  let left = units
  return lots.flatMap(({ lot, remaining }) => {
    const part = Math.min(left, remaining)
    left -= part
    return part > 0 ? [{ lot, units: part }] : []
  })
}

const sumOf = (parts: readonly { readonly units: number }[]): number =>
  parts.reduce((sum, { units }) => sum + units, 0)

const without = (lots: readonly StockLot[], taken: readonly TakenUnits[]): readonly StockLot[] =>
  lots.map((one) => ({
    ...one,
    remaining:
      one.remaining - sumOf(taken.filter(({ product, lot }) => product === one.product && lot === one.lot)),
  }))

const takeForOne = (
  onHand: readonly StockLot[],
  wanted: readonly WantedUnits[],
): readonly TakenUnits[] | ShortShipment => {
  const taken: TakenUnits[] = []
  for (const line of wanted) {
    const { product, units } = line
    const own = without(onHand, taken).filter((one) => one.product === product)
    const parts = portions(own, units)
    if (sumOf(parts) < units) return { shipmentId: line.shipmentId, product, units, there: sumOf(parts) }
    taken.push(...parts.map((part) => ({ ...line, ...part })))
  }
  return taken
}

/**
 * Which lots shipments are packed from, one shipment after the other, each whole or not at all: first what expires first, and never
 * what has expired. Products without lots need none.
 */
export const allocateLots = (
  lots: readonly StockLot[],
  wanted: readonly WantedUnits[],
  today: Temporal.PlainDate,
): { readonly taken: readonly TakenUnits[]; readonly short: readonly ShortShipment[] } => {
  const tracked = new Set(lots.map(({ product }) => product))
  const usable = firstExpiredFirst(lots.filter((lot) => !isExpired(lot, today)))
  const taken: TakenUnits[] = []
  const short: ShortShipment[] = []
  const needed = wanted.filter(({ product, units }) => units > 0 && tracked.has(product))
  for (const lines of Map.groupBy(needed, ({ shipmentId }) => shipmentId).values()) {
    const own = takeForOne(without(usable, taken), lines)
    if ('there' in own) short.push(own)
    else taken.push(...own)
  }
  return { taken, short }
}

/** What a count changes in lots: what was found belongs to none; what is missing is missing of the one that would be packed first. */
export const countedLots = (lots: readonly StockLot[], difference: number): readonly Portion[] => {
  if (difference >= 0) return difference === 0 ? [] : [{ lot: '', units: difference }]
  return portions(firstExpiredFirst(lots), -difference).map(({ lot, units }) => ({ lot, units: -units }))
}

/** Units of a line in a lot that members have, and the day of the lot. */
export interface SentLot extends StockLot {
  readonly shipmentId: string
  readonly position: number
}

/** Units that come back to a lot. */
export interface ReturnedUnits extends TakenUnits {
  /** The person who opened the package put them back to stock. */
  readonly isRestocked: boolean
  /** Not sold again: they are broken, or their lot has expired. */
  readonly isWrittenOff: boolean
}

/**
 * To which lots units of a line come back. Nobody reads the number of each unit, so that they count for the lot that expires first: nothing is
 * sold longer than it may be.
 */
export const returnedToLots = (
  sent: readonly SentLot[],
  { restocked, writtenOff }: { readonly restocked: number; readonly writtenOff: number },
  today: Temporal.PlainDate,
): readonly ReturnedUnits[] => {
  let [good, bad] = [restocked, writtenOff]
  return sent
    .toSorted((a, b) => compareDays(a, b) || (a.lot < b.lot ? -1 : 1))
    .flatMap(({ shipmentId, position, product, lot, remaining, bestBefore }) => {
      const [ok, broken] = [Math.min(good, remaining), Math.min(bad, remaining - Math.min(good, remaining))]
      good -= ok
      bad -= broken
      const unit = { shipmentId, position, product, lot }
      return [
        { ...unit, units: ok, isRestocked: true, isWrittenOff: isExpired({ bestBefore }, today) },
        { ...unit, units: broken, isRestocked: false, isWrittenOff: true },
      ].filter(({ units }) => units > 0)
    })
}

/** Units of a lot that nobody will have bought on its last day. */
export interface UnsoldLot {
  readonly product: string
  readonly lot: string
  readonly units: number
}

/** Units that orders take in so many days: renewals as they are known, and after that as they are on average; purchases as they were. */
const takenIn = ({ byWeek, bought }: ComingNeed, days: number): number => {
  const known = byWeek.reduce(
    (sum, units, week) => sum + (units * Math.min(7, Math.max(0, days - 7 * week))) / 7,
    0,
  )
  const knownDays = 7 * byWeek.length
  const average = knownDays === 0 ? 0 : byWeek.reduce((sum, units) => sum + units, 0) / knownDays
  return known + average * Math.max(0, days - knownDays) + (bought * days) / boughtDays
}

const unitsIn = (lots: readonly StockLot[]): number => lots.reduce((sum, { remaining }) => sum + remaining, 0)

/** Units that expire before they are sold, and in how many days nobody is offered them any more. */
export interface ExpiringUnits extends UnsoldLot {
  readonly inDays: number
}

/**
 * What of the lots of one product expires before it is sold, when orders go on as they do now. `available` is what nobody has bought yet
 * of what is on hand, expired lots included. Orders take what expires first, and units without a day before all others.
 */
export const expiringUnits = (
  lots: readonly StockLot[],
  available: number,
  need: ComingNeed,
  today: Temporal.PlainDate,
): readonly ExpiringUnits[] => {
  const good = firstExpiredFirst(lots.filter((lot) => !isExpired(lot, today)))
  const unnamed = unitsIn(good.filter(({ lot }) => lot === ''))
  const promised = Math.max(0, unitsIn(lots) - available)
  let sold = 0
  return good.flatMap(({ product, lot, bestBefore, remaining }) => {
    if (bestBefore === null) return []
    // On its last day it is still sold.
    const inDays = today.until(bestBefore, { largestUnit: 'days' }).days + 1
    const wanted = promised + takenIn(need, inDays)
    const own = Math.min(remaining, Math.max(0, wanted - Math.min(unnamed, wanted) - sold))
    sold += own
    // Sevenths do not add up exactly.
    const units = Math.ceil(remaining - own - 1e-6)
    return units > 0 ? [{ product, lot, units, inDays }] : []
  })
}

/** The lots of which units will expire before they are sold. Nothing where nobody buys the product: then no rate is known. */
export const unsoldLots = (
  lots: readonly StockLot[],
  available: number,
  need: ComingNeed,
  today: Temporal.PlainDate,
): readonly UnsoldLot[] =>
  takenIn(need, boughtDays) <= 0
    ? []
    : expiringUnits(lots, available, need, today).map(({ product, lot, units }) => ({ product, lot, units }))

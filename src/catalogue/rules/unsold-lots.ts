import { boughtDays } from './stock-alarm.ts'
import type { ComingNeed } from './stock-alarm.ts'
import { firstExpiredFirst, isExpired } from './stock-lots.ts'
import type { StockLot } from './stock-lots.ts'

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

/**
 * The lots of one product of which units will expire before they are sold, when orders go on as they do now. `available` is what nobody has
 * bought yet of what is on hand. Orders take what expires first, and units without a day before all others. Nothing where nobody buys the product: then no rate is known.
 */
export const unsoldLots = (
  lots: readonly StockLot[],
  available: number,
  need: ComingNeed,
  today: Temporal.PlainDate,
): readonly UnsoldLot[] => {
  if (takenIn(need, boughtDays) <= 0) return []
  const good = firstExpiredFirst(lots.filter((lot) => !isExpired(lot, today)))
  const unnamed = unitsIn(good.filter(({ lot }) => lot === ''))
  const promised = Math.max(0, unitsIn(lots) - available)
  let sold = 0
  return good.flatMap(({ product, lot, bestBefore, remaining }) => {
    if (bestBefore === null) return []
    // On its last day it is still sold.
    const days = today.until(bestBefore, { largestUnit: 'days' }).days + 1
    const wanted = promised + takenIn(need, days)
    const own = Math.min(remaining, Math.max(0, wanted - Math.min(unnamed, wanted) - sold))
    sold += own
    // Sevenths do not add up exactly.
    const units = Math.ceil(remaining - own - 1e-6)
    return units > 0 ? [{ product, lot, units }] : []
  })
}

/** From when on a stock is low: below this many units, or below what orders need in this many days. */
export type AlarmLevel = { readonly units: number } | { readonly days: number }

/** Days of the past whose purchases say what is bought on a day. */
export const boughtDays = 28

/** What is known of the orders to come of a product. */
export interface ComingNeed {
  /** Units that renewals need, by week from today on. */
  readonly byWeek: readonly number[]
  /** Units that purchases took in the last `boughtDays`. */
  readonly bought: number
}

/** What renewals need in this many days; of a week that has begun its share, rounded up at the end. */
const renewalUnits = (byWeek: readonly number[], days: number): number =>
  byWeek.reduce((sum, units, week) => {
    const daysOfWeek = Math.min(7, Math.max(0, days - 7 * week))
    return sum + (units * daysOfWeek) / 7
  }, 0)

/** The units below which a stock is low. */
export const neededUnits = (level: AlarmLevel, { byWeek, bought }: ComingNeed): number =>
  'units' in level
    ? level.units
    : Math.ceil(renewalUnits(byWeek, level.days) + (bought * level.days) / boughtDays)

/** Days for which coming orders are known: 12 weeks. */
export const coverHorizon = 84

/** Units that are not offered any more from a day on, counted from today. */
interface LostUnits {
  readonly units: number
  readonly inDays: number
}

/**
 * Whole days for which this many units are enough; below zero and at zero 0, and null where they are enough for all days that are known.
 * Purchases go on as in the last `boughtDays`, and what expires unsold is gone from its day on.
 */
export const coverDays = (
  units: number,
  { byWeek, bought }: ComingNeed,
  lost: readonly LostUnits[] = [],
): number | null => {
  if (units <= 0) return 0
  let left = units
  for (let day = 0; day < coverHorizon; day += 1) {
    left -= (byWeek[Math.floor(day / 7)] ?? 0) / 7 + bought / boughtDays
    for (const { units: gone, inDays } of lost) if (inDays === day) left -= gone
    // Sevenths do not add up exactly.
    if (left < -1e-6) return day
  }
  return null
}

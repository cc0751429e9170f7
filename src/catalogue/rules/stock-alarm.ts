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

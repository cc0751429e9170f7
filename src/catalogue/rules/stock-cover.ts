import { boughtDays } from './stock-alarm.ts'
import type { ComingNeed } from './stock-alarm.ts'

/** Days for which coming orders are known: 12 weeks. */
export const coverHorizon = 84

/**
 * Whole days for which this many units are enough; below zero and at zero 0, and null where they are enough for all days that are known.
 * Purchases go on as in the last `boughtDays`.
 */
export const coverDays = (units: number, { byWeek, bought }: ComingNeed): number | null => {
  if (units <= 0) return 0
  let left = units
  for (let day = 0; day < coverHorizon; day += 1) {
    left -= (byWeek[Math.floor(day / 7)] ?? 0) / 7 + bought / boughtDays
    // Sevenths do not add up exactly.
    if (left < -1e-6) return day
  }
  return null
}

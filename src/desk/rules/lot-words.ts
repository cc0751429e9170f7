import { isExpired } from '#catalogue/rules/stock-lots.ts'
import type { StockLot } from '#catalogue/rules/stock-lots.ts'

/** Days before its last one from which on a lot is work. */
export const soonDays = 60

export type LotState = 'good' | 'expires-soon' | 'expired'

/** Whether a lot can be sold for long. */
export const lotState = (lot: Pick<StockLot, 'bestBefore'>, today: Temporal.PlainDate): LotState => {
  if (isExpired(lot, today)) return 'expired'
  return isExpired(lot, today.add({ days: soonDays })) ? 'expires-soon' : 'good'
}

/** Where the storefront shows the certificate of a lot. */
export const certificatePath = (lot: string): string => `/certificates?lot=${encodeURIComponent(lot)}`

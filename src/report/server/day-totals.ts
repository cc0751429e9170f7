import { brand } from '#shared/brand.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { dayRows } from '../rules/day-figures.ts'
import type { DayRow } from '../rules/day-figures.ts'
import { daySpans } from '../rules/day-spans.ts'
import type { ComparedDay } from '../rules/day-spans.ts'
import { selectDaySums } from './day-store.ts'

interface DaySoFar {
  /** The date of each column. */
  readonly days: Readonly<Record<ComparedDay, string>>
  readonly rows: readonly DayRow[]
}

/** The day until `now` by the shop's clocks, beside yesterday and the same weekday of the last week. */
export const readDaySoFar = async (
  { database }: AppDeps,
  now: Temporal.Instant,
  seesOrders: boolean,
): Promise<DaySoFar> => {
  const spans = daySpans(now, brand.timeZone)
  const { hour } = now.toZonedDateTimeISO(brand.timeZone)
  const sums = await selectDaySums(database, spans)
  return {
    days: {
      today: spans.today.day.toString(),
      yesterday: spans.yesterday.day.toString(),
      'last-week': spans['last-week'].day.toString(),
    },
    rows: dayRows(sums, { today: spans.today.day, hour, seesOrders, currency: defaultCurrency }),
  }
}

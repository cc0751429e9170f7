import type { Kysely } from 'kysely'
import { boughtDays } from '#catalogue/rules/stock-alarm.ts'
import type { ComingNeed } from '#catalogue/rules/stock-alarm.ts'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { forecastWeeks } from '../rules/stock-table.ts'
import { selectBoughtUnits } from './bought-store.ts'
import { selectComingUnits } from './report-rows-store.ts'

const none: ComingNeed = { byWeek: [], bought: 0 }

/** What orders will need of each product: renewals as they are known, purchases as they were in the last weeks. */
export const stockNeeds = async (
  db: Kysely<Database>,
  now: Temporal.Instant,
): Promise<(product: string) => ComingNeed> => {
  const coming = await selectComingUnits(db, dateIn(now, brand.timeZone), forecastWeeks)
  const bought = new Map(await selectBoughtUnits(db, now.subtract({ hours: 24 * boughtDays })))
  const needs = new Map<string, ComingNeed>()
  for (const product of new Set([...bought.keys(), ...coming.map((one) => one.product)])) {
    const byWeek = Array.from({ length: forecastWeeks }, (_, week) =>
      coming
        .filter((one) => one.product === product && one.week === week)
        .reduce((sum, { units }) => sum + units, 0),
    )
    needs.set(product, { byWeek, bought: bought.get(product) ?? 0 })
  }
  return (product) => needs.get(product) ?? none
}

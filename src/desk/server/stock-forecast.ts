import { neededUnits } from '#catalogue/rules/stock-alarm.ts'
import { unsoldLots } from '#catalogue/rules/stock-lots.ts'
import { stockLots, writeUnsoldLots } from '#catalogue/server/stock-lots.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { noteCrossing, setNeeded, stockLevels } from '#catalogue/server/stock-alarms.ts'
import { stockNeeds } from '#report/server/stock-needs.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { isDueOnceIn } from '#platform/once-in.ts'
import { inTransaction } from '#platform/transaction.ts'

/** Seconds between two forecasts of what coming orders need. */
const forecastSeconds = 21_600

const forecast = async (deps: AppDeps): Promise<void> => {
  const today = dateIn(deps.clock.now(), brand.timeZone)
  const levels = await stockLevels(deps.database, today)
  const lots = (await stockLots(deps.database)).filter(({ remaining }) => remaining > 0)
  const withDays = levels.flatMap(({ product, alarm }) =>
    alarm !== null && 'days' in alarm ? [{ product, days: alarm.days }] : [],
  )
  if (withDays.length === 0 && lots.length === 0) return
  const needOf = await stockNeeds(deps.database, deps.clock.now())
  const unsold = levels.flatMap(({ product, available }) => {
    const own = lots.filter((lot) => lot.product === product)
    return unsoldLots(own, available, needOf(product), today)
  })
  await inTransaction(deps, async (tx) => {
    await writeUnsoldLots(tx, unsold)
    for (const { product, days } of withDays)
      await setNeeded(tx, { product, days, needed: neededUnits({ days }, needOf(product)) })
  })
}

/** Rings the alarms of stocks that have become low, and ends those of stocks that are not any more. */
export const reviewStock = async (deps: AppDeps): Promise<void> => {
  if (await isDueOnceIn(deps, 'stock forecast', forecastSeconds)) await forecast(deps)
  const today = dateIn(deps.clock.now(), brand.timeZone)
  for (const { product, isLow, lowSince } of await stockLevels(deps.database, today))
    if (isLow !== (lowSince !== null)) await inTransaction(deps, (tx) => noteCrossing(tx, product))
}

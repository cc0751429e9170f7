import { firstEventAt, visitsBetween } from '#analytics/server/visits.ts'
import { productPages } from '#catalogue/server/plans.ts'
import type { Tx } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { ClosingDays } from '../rules/closing-days.ts'
import { visitStepsWith } from '../rules/visit-section.ts'
import { setCountedThrough, setVisitsThrough } from './closing-store.ts'
import type { Closing } from './closing-store.ts'
import { writeCounts } from './sum-store.ts'
import { insertVisitMonth } from './visit-month-store.ts'

/** Records the counts of all days that are final; whether there was something to do. Needs the lock of the closing. */
export const recordCounts = async (
  tx: Tx,
  { countedThrough }: Closing,
  { counted }: ClosingDays,
): Promise<boolean> => {
  if (countedThrough !== null && countedThrough >= counted.toString()) return false
  const from = countedThrough === null ? null : Temporal.PlainDate.from(countedThrough).add({ days: 1 })
  await writeCounts(tx, { from, before: counted.add({ days: 1 }) })
  await setCountedThrough(tx, counted)
  return true
}

const firstMonth = async (tx: Tx): Promise<Temporal.PlainYearMonth | null> => {
  const at = await firstEventAt(tx.db)
  return at === null ? null : dateIn(at, brand.timeZone).toPlainYearMonth()
}

const monthAfter = (day: string): Temporal.PlainYearMonth =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toPlainYearMonth()

const startOf = (month: Temporal.PlainYearMonth): Temporal.Instant =>
  month.toPlainDate({ day: 1 }).toZonedDateTime(brand.timeZone).toInstant()

const recordMonth = async (tx: Tx, month: Temporal.PlainYearMonth): Promise<void> => {
  const steps = visitStepsWith(await productPages(tx.db))
  const counts = await visitsBetween(tx.db, steps, startOf(month), startOf(month.add({ months: 1 })))
  await insertVisitMonth(tx, month.toString(), counts)
}

/** Records the visits of the next month that is final; the same. */
export const recordVisits = async (
  tx: Tx,
  { visitsThrough }: Closing,
  { countedMonth }: ClosingDays,
): Promise<boolean> => {
  if (visitsThrough !== null && visitsThrough >= countedMonth.toString()) return false
  const month = visitsThrough === null ? await firstMonth(tx) : monthAfter(visitsThrough)
  const last = month?.toPlainDate({ day: month.daysInMonth })
  if (!month || !last || Temporal.PlainDate.compare(last, countedMonth) > 0) {
    await setVisitsThrough(tx, countedMonth)
    return true
  }
  await recordMonth(tx, month)
  await setVisitsThrough(tx, last)
  return true
}

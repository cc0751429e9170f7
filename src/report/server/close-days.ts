import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { firstEventAt, visitsBetween } from '#analytics/server/visits.ts'
import { productPages } from '#catalogue/server/plans.ts'
import { closingDaysOf } from '../rules/closing-days.ts'
import type { ClosingDays } from '../rules/closing-days.ts'
import { firstComparedDay, wholeDay } from '../rules/day-spans.ts'
import { oneDay, sumParts } from '../rules/sum-days.ts'
import type { Days } from '../rules/sum-days.ts'
import { visitStepsWith } from '../rules/visit-section.ts'
import {
  announce,
  forgetQuarters,
  hasDaysToClose,
  lockClosing,
  markAnnounced,
  noteMade,
  selectClosing,
  selectLateDays,
  setThrough,
  takeLateNotes,
  waitForClosing,
  setCountedThrough,
  setVisitsThrough,
} from './closing-store.ts'
import type { Closing, LateDay } from './closing-store.ts'
import { deleteQuarters, insertQuarters } from './quarter-store.ts'
import { selectFirstDay, writeSums, writeCounts } from './sum-store.ts'
import { insertVisitMonth } from './visit-month-store.ts'

/** Days of one run: few enough that other due work does not wait long for it. */
const maxDays = 31

const daysOf = ({ clock }: AppDeps): ClosingDays => closingDaysOf(dateIn(clock.now(), brand.timeZone))

/** Whether a past day has no sums, outdated sums, or counts that are not recorded. */
export const hasDaysToSum = (deps: AppDeps) => hasDaysToClose(daysOf(deps))

/**
 * Says in a transaction of its own that days until yesterday are over, and afterwards notes a later transaction: every
 * transaction that did not know is older than that one.
 */
const announceYesterday = async (deps: AppDeps): Promise<void> => {
  const { yesterday } = daysOf(deps)
  const endsAt = yesterday.add({ days: 1 }).toZonedDateTime(brand.timeZone).toInstant()
  const known = await selectClosing(deps.database)
  const isKnown = known.announced !== null && known.announced >= yesterday.toString()
  if (!isKnown || known.timeZone !== brand.timeZone)
    await inTransaction(deps, (tx) => announce(tx, yesterday, endsAt, brand.timeZone))
  const { announced, isMarked } = await selectClosing(deps.database)
  if (announced !== null && !isMarked) await inTransaction(deps, (tx) => markAnnounced(tx, announced))
}

/** Notes that the sums of a day were made, and makes its quarters while it is compared with today. */
const finishDay = async (tx: Tx, day: Temporal.PlainDate): Promise<void> => {
  const oldest = firstComparedDay(dateIn(tx.now, brand.timeZone))
  const isCompared = Temporal.PlainDate.compare(day, oldest) >= 0
  await deleteQuarters(tx, day, oldest)
  if (isCompared) await insertQuarters(tx, wholeDay(day, brand.timeZone))
  await forgetQuarters(tx, oldest)
  await noteMade(tx, day, isCompared)
}

/** Makes the sums of a day again for which something was written after it was over. */
const sumAgain = async (tx: Tx, late: LateDay): Promise<void> => {
  await takeLateNotes(tx, late)
  const day = Temporal.PlainDate.from(late.day)
  await writeSums(tx, late.part, oneDay(day))
  await finishDay(tx, day)
}

const nextDay = async (tx: Tx, through: string | null): Promise<string | null> =>
  through === null ? selectFirstDay(tx.db) : Temporal.PlainDate.from(through).add({ days: 1 }).toString()

/** Makes the sums of a day again for which something was written later; whether there was one. */
const sumLateDay = async (tx: Tx): Promise<boolean> => {
  const [late] = await selectLateDays(tx.db)
  if (late === undefined) return false
  await sumAgain(tx, late)
  return true
}

/** Makes the sums of the next day that is over; whether there was one. */
const sumNextDay = async (
  tx: Tx,
  { through, announced, isSettled }: Closing & { readonly isSettled: boolean },
): Promise<boolean> => {
  if (announced === null || !isSettled || (through !== null && through >= announced)) return false
  const day = await nextDay(tx, through)
  if (day === null || day > announced) {
    await setThrough(tx, announced)
    return true
  }
  for (const part of sumParts) await writeSums(tx, part, oneDay(Temporal.PlainDate.from(day)))
  await finishDay(tx, Temporal.PlainDate.from(day))
  await setThrough(tx, day)
  return true
}

/** Records the counts of all days that are final; whether there was something to do. Needs the lock of the closing. */
const recordCounts = async (
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
const recordVisits = async (
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

/** One step; whether there was something to do. */
const closeOne = async (tx: Tx): Promise<boolean> => {
  const closing = await lockClosing(tx)
  if (closing === null) return false
  const days = closingDaysOf(dateIn(tx.now, brand.timeZone))
  return (
    (await sumLateDay(tx)) ||
    (await sumNextDay(tx, closing)) ||
    (await recordCounts(tx, closing, days)) ||
    (await recordVisits(tx, closing, days))
  )
}

/**
 * Makes the sums of days that are over, one day in a transaction, those again for which something was written later, and records
 * what was counted of days a week ago. Safe in several processes: one of them has the lock, and what was interrupted is as if it had not begun.
 */
export const closeDays = async (deps: AppDeps, max = maxDays): Promise<void> => {
  await announceYesterday(deps)
  for (let days = 0; days < max; days += 1) {
    if (!(await inTransaction(deps, closeOne))) return
  }
}

/** What `rebuildSums` did: `through` is the last day that has sums, null when no day is over. */
interface Rebuilt {
  readonly days: number
  readonly through: string | null
}

const sumAlone = async (tx: Tx, days: Days): Promise<void> => {
  await waitForClosing(tx)
  for (const part of sumParts) await writeSums(tx, part, days)
}

const sumDayAlone = async (tx: Tx, day: Temporal.PlainDate): Promise<void> => {
  await sumAlone(tx, oneDay(day))
  await finishDay(tx, day)
}

const daysFrom = (first: Temporal.PlainDate, last: Temporal.PlainDate): Temporal.PlainDate[] =>
  Array.from({ length: Math.max(0, first.until(last).days + 1) }, (_, days) => first.add({ days }))

/**
 * Makes the sums from a day on again from the rows, all without one; meanwhile they can be read. A day is a transaction, so
 * an interrupted run has made some of them.
 */
export const rebuildSums = async (deps: AppDeps, from: Temporal.PlainDate | null): Promise<Rebuilt> => {
  await closeDays(deps)
  const { through } = await selectClosing(deps.database)
  const first = await selectFirstDay(deps.database)
  if (through === null || first === null) return { days: 0, through }
  const firstRow = Temporal.PlainDate.from(first)
  const begin = from !== null && Temporal.PlainDate.compare(from, firstRow) > 0 ? from : firstRow
  // No day before the first row has anything.
  if (begin === firstRow) await inTransaction(deps, (tx) => sumAlone(tx, { from: null, before: firstRow }))
  const days = daysFrom(begin, Temporal.PlainDate.from(through))
  for (const day of days) await inTransaction(deps, (tx) => sumDayAlone(tx, day))
  return { days: days.length, through }
}

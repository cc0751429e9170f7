import type { Kysely } from 'kysely'
import { usesBetween } from '#coupon/server/coupons.ts'
import { dayMovements } from '#ledger/server/journals.ts'
import { ordersBetween } from '#order/server/orders.ts'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import { statusAt } from '#subscription/record/rules/status-history.ts'
import type { StatusHistory } from '#subscription/record/rules/status-history.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { casesBetween, statusHistories } from '#subscription/server/status-histories.ts'
import { wholeDay } from '../rules/day-spans.ts'
import { movementsOf } from '../rules/recurring-revenue.ts'
import {
  readCouponSums,
  readDayBalances,
  readDunningSums,
  readOrderSums,
  readSubscriptionSums,
} from './sum-reads.ts'
import { selectMadeSince, selectQuarterDays } from './closing-store.ts'
import { selectReportQuarters, selectStoredQuarters } from './quarter-store.ts'
import { sumSnapshot } from './sum-store.ts'
import type { SumSnapshot } from './sum-store.ts'

/** Names of sums with their values, none of which is zero. */
class Totals {
  readonly #values = new Map<string, number>()

  add(name: string, value: number): void {
    const sum = (this.#values.get(name) ?? 0) + value
    if (sum === 0) this.#values.delete(name)
    else this.#values.set(name, sum)
  }

  /** A sentence for each name whose value is another one in the rows. */
  differencesFrom(rows: Totals): string[] {
    const names = new Set([...this.#values.keys(), ...rows.#values.keys()])
    return [...names].flatMap((name) => {
      const [summed, counted] = [this.#values.get(name) ?? 0, rows.#values.get(name) ?? 0]
      return summed === counted ? [] : [`the sum of ${name} is ${summed}, and its rows come to ${counted}`]
    })
  }
}

/** Days that have sums, from one on and before another, with their moments. */
interface SummedDays {
  readonly snapshot: SumSnapshot
  readonly from: Temporal.PlainDate
  readonly before: Temporal.PlainDate
  readonly start: Temporal.Instant
  readonly end: Temporal.Instant
}

const firstOfAll = Temporal.PlainDate.from('1970-01-01')

const brokenLedgerSums = async ({ snapshot, from, before }: SummedDays): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const { day, account, fact, currency, cents } of await readDayBalances(snapshot, { from, before }))
    sums.add(`${account} by ${fact} on ${day} in ${currency}`, cents)
  for (const { posted_on: day, account, fact, currency, cents } of await dayMovements(snapshot.db, {
    from,
    before,
  }))
    rows.add(`${account} by ${fact} on ${day} in ${currency}`, cents)
  return sums.differencesFrom(rows)
}

const brokenOrderSums = async ({ snapshot, from, before, start, end }: SummedDays): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const { kind, currency, times, cents } of await readOrderSums(snapshot, { from, before })) {
    if (kind === 'refund') continue
    sums.add(`orders (${kind}) in ${currency}`, times)
    sums.add(`totals of orders (${kind}) in ${currency}`, cents)
  }
  for (const { kind, currency, orders, cents } of await ordersBetween(snapshot.db, start, end)) {
    rows.add(`orders (${kind}) in ${currency}`, orders)
    rows.add(`totals of orders (${kind}) in ${currency}`, cents)
  }
  return sums.differencesFrom(rows)
}

const monthOf = (at: Temporal.Instant): string => dateIn(at, brand.timeZone).toString().slice(0, 7)

const liveAt = (history: StatusHistory, moment: Temporal.Instant): number => {
  const status = statusAt(history, moment.subtract({ nanoseconds: 1 }))
  return status !== null && isLive(status.state) ? 1 : 0
}

/** What one subscription did on the days, by its rules. */
const addHistory = (
  rows: Totals,
  { start, end }: SummedDays,
  currency: Currency,
  history: StatusHistory,
): void => {
  const cohort = history[0] ? monthOf(history[0].at) : ''
  for (const { at, kind, cents } of movementsOf(history)) {
    if (Temporal.Instant.compare(at, start) < 0 || Temporal.Instant.compare(at, end) >= 0) continue
    const name = `${kind} in ${monthOf(at)} of subscriptions from ${cohort} in ${currency}`
    rows.add(name, 1)
    rows.add(`revenue of ${name}`, cents)
  }
  rows.add(`live subscriptions from ${cohort}`, liveAt(history, end) - liveAt(history, start))
}

const brokenSubscriptionSums = async (days: SummedDays): Promise<string[]> => {
  const { snapshot, from, before } = days
  const [sums, rows] = [new Totals(), new Totals()]
  for (const sum of await readSubscriptionSums(snapshot, { from, before })) {
    // What was before the days.
    if (sum.month === '') continue
    const name = `${sum.kind} in ${sum.month} of subscriptions from ${sum.cohort} in ${sum.currency}`
    if (sum.kind !== 'none') sums.add(name, sum.subscriptions)
    sums.add(`revenue of ${name}`, sum.cents)
    sums.add(`live subscriptions from ${sum.cohort}`, sum.live)
  }
  for await (const { currency, history } of statusHistories(snapshot.db))
    addHistory(rows, days, currency, history)
  return sums.differencesFrom(rows)
}

const stateOf = (outcome: string): string => (outcome.startsWith('recovered-') ? 'recovered' : outcome)

const brokenOtherSums = async ({ snapshot, from, before, start, end }: SummedDays): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const { outcome, cases } of await readDunningSums(snapshot, { from, before }))
    sums.add(`declined renewals (${stateOf(outcome)})`, cases)
  for (const { state, cases } of await casesBetween(snapshot.db, start, end))
    rows.add(`declined renewals (${state})`, cases)
  for (const { uses } of await readCouponSums(snapshot, { from, before })) sums.add('uses of coupons', uses)
  for (const { uses } of await usesBetween(snapshot.db, start, end)) rows.add('uses of coupons', uses)
  return sums.differencesFrom(rows)
}

const quarterTotals = (quarters: Awaited<ReturnType<typeof selectReportQuarters>>): Totals => {
  const totals = new Totals()
  for (const { fact, currency, starts_at: at, times, cents } of quarters) {
    totals.add(`${fact} in the quarter from ${at} ${currency ?? ''}`.trim(), times)
    totals.add(`cents of ${fact} in the quarter from ${at} ${currency ?? ''}`.trim(), cents)
  }
  return totals
}

/** Quarters are there for the last days only. */
const brokenQuarters = async ({ snapshot: { db }, from, before }: SummedDays): Promise<string[]> => {
  const broken: string[] = []
  for (const text of await selectQuarterDays(db, from, brand.timeZone)) {
    if (text >= before.toString()) continue
    const day = wholeDay(Temporal.PlainDate.from(text), brand.timeZone)
    const rows = quarterTotals(await selectReportQuarters(db, day))
    broken.push(...quarterTotals(await selectStoredQuarters(db, day)).differencesFrom(rows))
  }
  return broken
}

const brokenDays = async (days: SummedDays): Promise<readonly string[]> => [
  ...(await brokenLedgerSums(days)),
  ...(await brokenOrderSums(days)),
  ...(await brokenSubscriptionSums(days)),
  ...(await brokenOtherSums(days)),
  ...(await brokenQuarters(days)),
]

const momentOf = (day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime(brand.timeZone).toInstant()

const summedDays = (
  snapshot: SumSnapshot,
  from: Temporal.PlainDate,
  before: Temporal.PlainDate,
): SummedDays => ({ snapshot, from, before, start: momentOf(from), end: momentOf(before) })

/**
 * A sentence for each sum of days that are over which differs from its rows, counted in other ways than the sums are made:
 * the ledger by day, subscriptions by their rules.
 */
export const brokenSums = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const snapshot = await sumSnapshot(db)
  if (snapshot.through === null) return []
  return brokenDays(summedDays(snapshot, firstOfAll, snapshot.through.add({ days: 1 })))
}

/** The same for one day. */
export const brokenSumsOf = async (
  db: Kysely<Database>,
  day: Temporal.PlainDate,
): Promise<readonly string[]> => {
  const snapshot = await sumSnapshot(db)
  const isSummed = snapshot.through !== null && Temporal.PlainDate.compare(day, snapshot.through) <= 0
  return isSummed ? brokenDays(summedDays(snapshot, day, day.add({ days: 1 }))) : []
}

/** The days whose sums were made since a moment, with their moments. */
export const daysMadeSince = async (db: Kysely<Database>, since: Temporal.Instant) =>
  (await selectMadeSince(db, since)).map((day) => ({
    day,
    from: momentOf(day),
    before: momentOf(day.add({ days: 1 })),
  }))

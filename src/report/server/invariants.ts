import type { Kysely } from 'kysely'
import { usesBetween } from '#coupon/server/coupons.ts'
import { dayMovements } from '#ledger/server/journals.ts'
import { ordersBefore } from '#order/server/orders.ts'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { statusAt } from '#subscription/record/rules/status-history.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { casesBetween, statusHistories } from '#subscription/server/status-histories.ts'
import { movementsOf } from '../rules/recurring-revenue.ts'
import {
  readCouponSums,
  readDayBalances,
  readDunningSums,
  readOrderSums,
  readSubscriptionSums,
} from './sum-reads.ts'
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

/** Everything until the last day that has sums. */
interface Closed {
  readonly snapshot: SumSnapshot
  readonly before: Temporal.PlainDate
  readonly end: Temporal.Instant
  readonly months: { readonly from: Temporal.PlainDate; readonly before: Temporal.PlainDate }
}

const start = Temporal.PlainDate.from('1970-01-01')
const startInstant = Temporal.Instant.fromEpochMilliseconds(0)

const brokenLedgerSums = async ({ snapshot, before }: Closed): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const { day, account, fact, currency, cents } of await readDayBalances(snapshot, before))
    sums.add(`${account} by ${fact} on ${day} in ${currency}`, cents)
  for (const { posted_on: day, account, fact, currency, cents } of await dayMovements(snapshot.db, before))
    rows.add(`${account} by ${fact} on ${day} in ${currency}`, cents)
  return sums.differencesFrom(rows)
}

const brokenOrderSums = async ({ snapshot, months, end }: Closed): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const { kind, currency, times, cents } of await readOrderSums(snapshot, months)) {
    if (kind === 'refund') continue
    sums.add(`orders (${kind}) in ${currency}`, times)
    sums.add(`totals of orders (${kind}) in ${currency}`, cents)
  }
  for (const { kind, currency, orders, cents } of await ordersBefore(snapshot.db, end)) {
    rows.add(`orders (${kind}) in ${currency}`, orders)
    rows.add(`totals of orders (${kind}) in ${currency}`, cents)
  }
  return sums.differencesFrom(rows)
}

const monthOf = (at: Temporal.Instant): string => dateIn(at, brand.timeZone).toString().slice(0, 7)

const brokenSubscriptionSums = async ({ snapshot, months, end }: Closed): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const sum of await readSubscriptionSums(snapshot, months)) {
    const name = `${sum.kind} in ${sum.month} of subscriptions from ${sum.cohort} in ${sum.currency}`
    if (sum.kind !== 'none') sums.add(name, sum.subscriptions)
    sums.add(`revenue of ${name}`, sum.cents)
    sums.add(`live subscriptions from ${sum.cohort}`, sum.live)
  }
  const last = end.subtract({ nanoseconds: 1 })
  for await (const { currency, history } of statusHistories(snapshot.db)) {
    const cohort = history[0] ? monthOf(history[0].at) : ''
    for (const { at, kind, cents } of movementsOf(history)) {
      if (Temporal.Instant.compare(at, end) >= 0) continue
      const name = `${kind} in ${monthOf(at)} of subscriptions from ${cohort} in ${currency}`
      rows.add(name, 1)
      rows.add(`revenue of ${name}`, cents)
    }
    const status = statusAt(history, last)
    if (status !== null && isLive(status.state)) rows.add(`live subscriptions from ${cohort}`, 1)
  }
  return sums.differencesFrom(rows)
}

const stateOf = (outcome: string): string => (outcome.startsWith('recovered-') ? 'recovered' : outcome)

const brokenOtherSums = async ({ snapshot, months, end }: Closed): Promise<string[]> => {
  const [sums, rows] = [new Totals(), new Totals()]
  for (const { outcome, cases } of await readDunningSums(snapshot, months))
    sums.add(`declined renewals (${stateOf(outcome)})`, cases)
  for (const { state, cases } of await casesBetween(snapshot.db, startInstant, end))
    rows.add(`declined renewals (${state})`, cases)
  for (const { uses } of await readCouponSums(snapshot, months)) sums.add('uses of coupons', uses)
  for (const { uses } of await usesBetween(snapshot.db, startInstant, end)) rows.add('uses of coupons', uses)
  return sums.differencesFrom(rows)
}

/**
 * A sentence for each sum of days that are over which differs from its rows, counted in other ways than the sums are made:
 * the ledger by day, subscriptions by their rules.
 */
export const brokenSums = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const snapshot = await sumSnapshot(db)
  if (snapshot.through === null) return []
  const before = snapshot.through.add({ days: 1 })
  const end = before.toZonedDateTime(brand.timeZone).toInstant()
  const closed = { snapshot, before, end, months: { from: start, before } }
  return [
    ...(await brokenLedgerSums(closed)),
    ...(await brokenOrderSums(closed)),
    ...(await brokenSubscriptionSums(closed)),
    ...(await brokenOtherSums(closed)),
  ]
}

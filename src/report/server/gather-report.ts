import type { Kysely } from 'kysely'
import { visitsBetween } from '#analytics/server/visits.ts'
import { productPages } from '#catalogue/server/plans.ts'
import type { Database } from '#platform/schema.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { cohortsOf } from '../rules/cohort.ts'
import { buyingCounts } from '../rules/buying-tables.ts'
import type { ReportMonth } from '../rules/month.ts'
import { revenueBridges } from '../rules/recurring-revenue.ts'
import { dunningOf } from '../rules/report.ts'
import type { MonthCount, ReportFacts } from '../rules/report.ts'
import { visitStepsWith } from '../rules/visit-section.ts'
import {
  readCounts,
  readCouponSums,
  readDunningSums,
  readLedgerSums,
  readSubscriptionSums,
} from './sum-reads.ts'
import { inSumSnapshot } from './sum-store.ts'
import { selectVisitMonths } from './visit-month-store.ts'
import type { MonthSpan } from './sum-reads.ts'
import type { SumSnapshot } from './sum-store.ts'

type Db = Kysely<Database>

const ofMonth = <Sum extends { readonly month: string }>(sums: readonly Sum[]) => {
  const byMonth = Map.groupBy(sums, ({ month }) => month)
  return (month: string): readonly Sum[] => byMonth.get(month) ?? []
}

/** The steps of visits in each month: as they were recorded, or from the events of months that are not final. */
const countVisits = async ({ db }: SumSnapshot, months: readonly ReportMonth[]) => {
  const recorded = await selectVisitMonths(
    db,
    months.map(({ name }) => name),
  )
  const steps = visitStepsWith(await productPages(db))
  const visits = new Map(recorded)
  for (const { name, from, to } of months)
    if (!recorded.has(name)) visits.set(name, await visitsBetween(db, steps, from, to))
  return (month: string): readonly number[] => visits.get(month) ?? []
}

/** What visitors and buyers did, month by month. */
const countRows = async (snapshot: SumSnapshot, months: readonly ReportMonth[], span: MonthSpan) => {
  const visits = await countVisits(snapshot, months)
  const uses = ofMonth(await readCouponSums(snapshot, span))
  const counts = ofMonth(await readCounts(snapshot, span))
  return months.map(({ name }) => ({
    visits: visits(name),
    couponUses: uses(name),
    ...buyingCounts(counts(name)),
  }))
}

const countMonths = async (
  snapshot: SumSnapshot,
  months: readonly ReportMonth[],
  span: MonthSpan,
): Promise<readonly MonthCount[]> => {
  const ledger = ofMonth(await readLedgerSums(snapshot, span))
  const dunning = ofMonth(await readDunningSums(snapshot, span))
  const rows = await countRows(snapshot, months, span)
  return rows.map((row, at) => {
    const month = months[at]?.name ?? ''
    return { ...row, dunning: dunningOf(dunning(month)), ledger: ledger(month) }
  })
}

/** What is counted of visitors and buyers; the rest of the report is empty. */
export const gatherBuying = async (
  snapshot: SumSnapshot,
  months: readonly ReportMonth[],
): Promise<ReportFacts> => {
  const rows = await countRows(snapshot, months, spanOf(months))
  return {
    months: months.map(({ name }) => name),
    bridges: new Map(),
    cohorts: [],
    counts: rows.map((row) => ({ ...row, dunning: dunningOf([]), ledger: [] })),
  }
}

/** The default currency, and every other that the shop has had a subscription or a movement of money in. */
const currenciesOf = (subscribed: Iterable<Currency>, counts: readonly MonthCount[]): readonly Currency[] => {
  const moved = counts.flatMap(({ ledger }) => ledger.map(({ currency }) => currency))
  const others = new Set([...subscribed, ...moved].filter((currency) => currency !== defaultCurrency))
  return [defaultCurrency, ...[...others].toSorted()]
}

/** From the first day of the first month to the last of the last. */
const spanOf = (months: readonly ReportMonth[]): MonthSpan => {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) throw new RangeError('a report has at least one month')
  return { from: first.firstDay, before: last.endDay }
}

/** Everything in the report of these months, in one snapshot: writes in between do not show. */
export const gatherReport = (database: Db, months: readonly ReportMonth[]): Promise<ReportFacts> =>
  inSumSnapshot(database, async (snapshot) => {
    const span = spanOf(months)
    const names = months.map(({ name }) => name)
    const subscriptions = await readSubscriptionSums(snapshot, span)
    const byCurrency = Map.groupBy(subscriptions, ({ currency }) => currency)
    const counts = await countMonths(snapshot, months, span)
    const bridges = new Map(
      currenciesOf(byCurrency.keys(), counts).map((currency) => [
        currency,
        revenueBridges(names, byCurrency.get(currency) ?? []),
      ]),
    )
    return { months: names, bridges, cohorts: cohortsOf(names, subscriptions), counts }
  })

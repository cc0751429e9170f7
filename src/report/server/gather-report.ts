import type { Kysely } from 'kysely'
import { visitsBetween } from '#analytics/server/visits.ts'
import { cartsBetween } from '#cart/server/carts.ts'
import { checkoutsBetween } from '#checkout/server/checkouts.ts'
import type { Database } from '#platform/schema.ts'
import { retentionCounts } from '#subscription/server/status-histories.ts'
import { quizBetween } from '#survey/server/surveys.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { cohortsOf } from '../rules/cohort.ts'
import type { ReportMonth } from '../rules/month.ts'
import { revenueBridges } from '../rules/recurring-revenue.ts'
import { dunningOf } from '../rules/report.ts'
import type { MonthCount, ReportFacts } from '../rules/report.ts'
import { visitSteps } from '../rules/visit-section.ts'
import { readCouponSums, readDunningSums, readLedgerSums, readSubscriptionSums } from './sum-reads.ts'
import { inSumSnapshot } from './sum-store.ts'
import type { MonthSpan } from './sum-reads.ts'
import type { SumSnapshot } from './sum-store.ts'

type Db = Kysely<Database>

/** What is counted from rows of the month: most of it is deleted after a while, so there are no sums that could be made again. */
const countRows = async (db: Db, { from, to }: ReportMonth) => ({
  visits: await visitsBetween(db, visitSteps, from, to),
  quiz: await quizBetween(db, from, to),
  carts: await cartsBetween(db, from, to),
  checkouts: await checkoutsBetween(db, from, to),
  leaving: await retentionCounts(db, from, to),
})

const ofMonth = <Sum extends { readonly month: string }>(sums: readonly Sum[]) => {
  const byMonth = Map.groupBy(sums, ({ month }) => month)
  return (month: string): readonly Sum[] => byMonth.get(month) ?? []
}

const countMonths = async (
  snapshot: SumSnapshot,
  months: readonly ReportMonth[],
  span: MonthSpan,
): Promise<readonly MonthCount[]> => {
  const ledger = ofMonth(await readLedgerSums(snapshot, span))
  const uses = ofMonth(await readCouponSums(snapshot, span))
  const dunning = ofMonth(await readDunningSums(snapshot, span))
  const counts: MonthCount[] = []
  for (const month of months)
    counts.push({
      ...(await countRows(snapshot.db, month)),
      couponUses: uses(month.name),
      dunning: dunningOf(dunning(month.name)),
      ledger: ledger(month.name),
    })
  return counts
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

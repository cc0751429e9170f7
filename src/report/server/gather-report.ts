import type { Kysely } from 'kysely'
import { visitsBetween } from '#analytics/server/visits.ts'
import { productPages } from '#catalogue/server/plans.ts'
import { cartsBetween } from '#cart/server/carts.ts'
import { checkoutsBetween } from '#checkout/server/checkouts.ts'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { retentionCounts } from '#subscription/server/status-histories.ts'
import { quizBetween } from '#survey/server/surveys.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { cohortsOf } from '../rules/cohort.ts'
import type { ReportMonth } from '../rules/month.ts'
import { revenueBridges } from '../rules/recurring-revenue.ts'
import { dunningOf } from '../rules/report.ts'
import type { MonthCount, ReportFacts } from '../rules/report.ts'
import { visitStepsWith } from '../rules/visit-section.ts'
import { readCouponSums, readDunningSums, readLedgerSums, readSubscriptionSums } from './sum-reads.ts'
import { inSumSnapshot } from './sum-store.ts'
import type { MonthSpan } from './sum-reads.ts'
import type { SumSnapshot } from './sum-store.ts'

type Db = Kysely<Database>

const ofMonth = <Sum extends { readonly month: string }>(sums: readonly Sum[]) => {
  const byMonth = Map.groupBy(sums, ({ month }) => month)
  return (month: string): readonly Sum[] => byMonth.get(month) ?? []
}

/**
 * What is counted from rows of the months: most of them are deleted after a while, so there are no sums that could be made
 * again. Carts and checkouts of all months are read at once.
 */
const countRows = async ({ db }: SumSnapshot, months: readonly ReportMonth[], uses: CouponUses) => {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return []
  const carts = ofMonth(await cartsBetween(db, first.from, last.to, brand.timeZone))
  const checkouts = ofMonth(await checkoutsBetween(db, first.from, last.to, brand.timeZone))
  const steps = visitStepsWith(await productPages(db))
  const counts = []
  for (const { name, from, to } of months)
    counts.push({
      visits: await visitsBetween(db, steps, from, to),
      quiz: await quizBetween(db, from, to),
      carts: carts(name)[0]?.carts ?? 0,
      checkouts: checkouts(name)[0] ?? { sent: 0, ordered: 0 },
      leaving: await retentionCounts(db, from, to),
      couponUses: uses(name),
    })
  return counts
}

type CouponUses = (month: string) => MonthCount['couponUses']

const countMonths = async (
  snapshot: SumSnapshot,
  months: readonly ReportMonth[],
  span: MonthSpan,
): Promise<readonly MonthCount[]> => {
  const ledger = ofMonth(await readLedgerSums(snapshot, span))
  const dunning = ofMonth(await readDunningSums(snapshot, span))
  const rows = await countRows(snapshot, months, ofMonth(await readCouponSums(snapshot, span)))
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
  const rows = await countRows(snapshot, months, ofMonth(await readCouponSums(snapshot, spanOf(months))))
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

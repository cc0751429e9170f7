import type { Kysely } from 'kysely'
import { visitsBetween } from '#analytics/server/visits.ts'
import { cartsBetween } from '#cart/server/carts.ts'
import { checkoutsBetween } from '#checkout/server/checkouts.ts'
import { usesBetween } from '#coupon/server/coupons.ts'
import { movementsBetween } from '#ledger/server/journals.ts'
import type { Database } from '#platform/schema.ts'
import { dunningCount, retentionCounts, statusHistories } from '#subscription/server/status-histories.ts'
import { quizBetween } from '#survey/server/surveys.ts'
import { addToCohorts, emptyCohorts } from '../rules/cohort.ts'
import type { ReportMonth } from '../rules/month.ts'
import { addToBridge, bridgeGap, emptyBridge } from '../rules/recurring-revenue.ts'
import type { RevenueBridge } from '../rules/recurring-revenue.ts'
import type { MonthCount, ReportFacts } from '../rules/report.ts'
import { visitSteps } from '../rules/visit-section.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { StatusHistory } from '#subscription/record/rules/status-history.ts'

type Db = Kysely<Database>

const countMonth = async (db: Db, { from, to, firstDay, endDay }: ReportMonth): Promise<MonthCount> => ({
  visits: await visitsBetween(db, visitSteps, from, to),
  quiz: await quizBetween(db, from, to),
  carts: await cartsBetween(db, from, to),
  checkouts: await checkoutsBetween(db, from, to),
  couponUses: await usesBetween(db, from, to),
  dunning: await dunningCount(db, from, to),
  leaving: await retentionCounts(db, from, to),
  ledger: await movementsBetween(db, firstDay, endDay),
})

type Bridges = readonly RevenueBridge[]

const withHistory = (bridges: Bridges, history: StatusHistory, months: readonly ReportMonth[]): Bridges =>
  bridges.map((bridge, at) => {
    const month = months[at]
    return month ? addToBridge(bridge, history, month) : bridge
  })

const gatherSubscriptions = async (db: Db, months: readonly ReportMonth[]) => {
  const byCurrency = new Map<Currency, Bridges>()
  const none = months.map(() => emptyBridge)
  let cohorts = emptyCohorts(months)
  for await (const { currency, history } of statusHistories(db)) {
    byCurrency.set(currency, withHistory(byCurrency.get(currency) ?? none, history, months))
    cohorts = addToCohorts(cohorts, history, months)
  }
  return { byCurrency, none, cohorts }
}

/** The default currency, and every other that the shop has had a subscription or a movement of money in. */
const currenciesOf = (subscribed: Iterable<Currency>, counts: readonly MonthCount[]): readonly Currency[] => {
  const moved = counts.flatMap(({ ledger }) => ledger.map(({ currency }) => currency))
  const others = new Set([...subscribed, ...moved].filter((currency) => currency !== defaultCurrency))
  return [defaultCurrency, ...[...others].toSorted()]
}

/**
 * Everything in the report of these months, in one snapshot: writes in between do not show. Throws when the movements
 * of recurring revenue do not lead from opening to closing, because the report would be wrong.
 */
export const gatherReport = (database: Db, months: readonly ReportMonth[]): Promise<ReportFacts> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const { byCurrency, none, cohorts } = await gatherSubscriptions(db, months)
      if ([...byCurrency.values()].flat().some((bridge) => bridgeGap(bridge) !== 0))
        throw new Error('recurring revenue does not add up')
      const counts: MonthCount[] = []
      for (const month of months) counts.push(await countMonth(db, month))
      const bridges = new Map(
        currenciesOf(byCurrency.keys(), counts).map((currency) => [
          currency,
          byCurrency.get(currency) ?? none,
        ]),
      )
      return { months: months.map(({ name }) => name), bridges, cohorts, counts }
    })

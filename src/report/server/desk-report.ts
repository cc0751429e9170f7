import { openDeliveries } from '#catalogue/server/stock-deliveries.ts'
import { offeredStock } from '#catalogue/server/plans.ts'
import { stockLots } from '#catalogue/server/stock-lots.ts'
import { brand } from '#shared/brand.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { ReportTable } from '../rules/desk-tables.ts'
import type { ReportMonth } from '../rules/month.ts'
import { monthsBefore } from '../rules/month.ts'
import { buyingTables, couponTables } from '../rules/buying-tables.ts'
import type { CouponMonth } from '../rules/buying-tables.ts'
import { cohortsOf } from '../rules/cohort.ts'
import { cohortTables, declinedTables, orderTables } from '../rules/period-tables.ts'
import type { Compared, KindSum, PeriodNames } from '../rules/period-tables.ts'
import { revenueBridges } from '../rules/recurring-revenue.ts'
import type { ReportPart } from '../rules/report.ts'
import { revenueSteps, revenueTables } from '../rules/revenue-tables.ts'
import type { RevenueStep } from '../rules/revenue-tables.ts'
import { rowsHref } from '../rules/row-numbers.ts'
import { forecastWeeks, stockTables } from '../rules/stock-table.ts'
import { gatherBuying } from './gather-report.ts'
import { selectComingUnits } from './report-rows-store.ts'
import {
  readCouponSums,
  readDunningSums,
  readLedgerSums,
  readOrderSums,
  readSubscriptionSums,
} from './sum-reads.ts'
import { inSumSnapshot } from './sum-store.ts'
import type { MonthSpan } from './sum-reads.ts'
import type { SumSnapshot } from './sum-store.ts'

/** What is asked for: months beside as many before them, in one currency. */
export interface RequestedReport {
  readonly part: ReportPart
  readonly months: readonly ReportMonth[]
  readonly currency: Currency
  /** Whether the reader may see orders. */
  readonly seesOrders: boolean
  readonly today: Temporal.PlainDate
}

export interface DeskReportFacts {
  readonly steps: readonly RevenueStep[]
  readonly tables: readonly ReportTable[]
  readonly currencies: readonly Currency[]
}

/** The months of a report and those before them, with the days that both have. */
interface Span {
  readonly now: readonly ReportMonth[]
  readonly before: readonly ReportMonth[]
  readonly days: MonthSpan
  readonly names: Compared<PeriodNames>
}

const namesOf = (months: readonly ReportMonth[]): PeriodNames => ({
  from: months[0]?.name ?? '',
  to: months.at(-1)?.name ?? '',
})

/** The two periods of a report: its own months, and as many before them. */
export const periodsOf = (months: readonly ReportMonth[]): Compared<PeriodNames> => ({
  now: namesOf(months),
  before: namesOf(monthsBefore(months, brand.timeZone)),
})

const spanOf = (months: readonly ReportMonth[]): Span => {
  const before = monthsBefore(months, brand.timeZone)
  const [first, last] = [before[0], months.at(-1)]
  if (!first || !last) throw new RangeError('a report has at least one month')
  return {
    now: months,
    before,
    days: { from: first.firstDay, before: last.endDay },
    names: { now: namesOf(months), before: namesOf(before) },
  }
}

interface Read {
  readonly tables: readonly ReportTable[]
  readonly steps?: readonly RevenueStep[]
  /** Those that anything was found in. */
  readonly currencies?: readonly Currency[]
}

type Reader = (snapshot: SumSnapshot, span: Span, requested: RequestedReport) => Promise<Read>

const monthNames = (months: readonly ReportMonth[]): readonly string[] => months.map(({ name }) => name)

const readRevenue: Reader = async (snapshot, { now, before, days }, { currency }) => {
  const sums = await readSubscriptionSums(snapshot, days)
  const own = sums.filter((sum) => sum.currency === currency)
  const bridges = revenueBridges(monthNames([...before, ...now]), own)
  const current = { months: monthNames(now), bridges: bridges.slice(before.length) }
  const earlier = { months: monthNames(before), bridges: bridges.slice(0, before.length) }
  return {
    steps: revenueSteps(current),
    tables: revenueTables(currency, current, earlier),
    currencies: sums.map((sum) => sum.currency),
  }
}

const isIn =
  ({ from, to }: PeriodNames) =>
  ({ month }: { readonly month: string }): boolean =>
    month >= from && month <= to

/** The sums of one currency in both periods. */
const compared = <Sum extends { readonly month: string; readonly currency: Currency }>(
  sums: readonly Sum[],
  currency: Currency,
  { now, before }: Compared<PeriodNames>,
): Compared<readonly Sum[]> => {
  const own = sums.filter((sum) => sum.currency === currency)
  return { now: own.filter(isIn(now)), before: own.filter(isIn(before)) }
}

const readOrders: Reader = async (snapshot, { days, names }, { currency, seesOrders }) => {
  const sums = await readOrderSums(snapshot, days)
  return {
    tables: orderTables({
      currency,
      names,
      sums: compared(sums, currency, names),
      hrefOf: (kind, { from, to }) =>
        seesOrders ? rowsHref({ number: 'orders', kind, from, to, currency }) : null,
    }),
    currencies: sums.map((sum) => sum.currency),
  }
}

const readDeclined: Reader = async (snapshot, { days, names }, { currency }) => {
  const sums = await readDunningSums(snapshot, days)
  const kinds = sums.map((sum): KindSum & (typeof sums)[number] => ({
    ...sum,
    kind: sum.outcome,
    times: sum.cases,
  }))
  return {
    tables: declinedTables({
      currency,
      names,
      sums: compared(kinds, currency, names),
      hrefOf: (kind, { from, to }) => rowsHref({ number: 'declined', kind, from, to, currency }),
    }),
    currencies: sums.map((sum) => sum.currency),
  }
}

const readCohorts: Reader = async (snapshot, { now, days }, { today }) => {
  const sums = await readSubscriptionSums(snapshot, days)
  const months = monthNames(now)
  const tables = cohortTables(months, cohortsOf(months, sums), today.toString().slice(0, 7))
  return { tables }
}

const readCoupons: Reader = async (snapshot, { days, names }, { currency }) => {
  const uses = await readCouponSums(snapshot, days)
  const ledger = await readLedgerSums(snapshot, days)
  const taken = ledger.filter((sum) => sum.account === 'discounts' && sum.currency === currency)
  const months: CouponMonth[] = [
    ...uses.map((use) => ({ ...use, cents: 0 })),
    ...taken.map(({ month, detail, cents }) => ({ month, code: detail, uses: 0, cents })),
  ]
  const tables = couponTables(currency, months.filter(isIn(names.now)), months.filter(isIn(names.before)))
  return { tables, currencies: ledger.map((sum) => sum.currency) }
}

const readStock: Reader = async ({ db }, _span, { today }) => ({
  tables: stockTables(
    {
      stock: await offeredStock(db, today),
      coming: await selectComingUnits(db, today, forecastWeeks),
      deliveries: await openDeliveries(db),
      lots: await stockLots(db),
    },
    today,
  ),
})

const readBuying: Reader = async (snapshot, { now }) => ({
  tables: buyingTables(await gatherBuying(snapshot, now)),
})

const readers: Readonly<Record<ReportPart, Reader>> = {
  revenue: readRevenue,
  buying: readBuying,
  orders: readOrders,
  cohorts: readCohorts,
  declined: readDeclined,
  coupons: readCoupons,
  stock: readStock,
}

const unique = (currencies: readonly Currency[], requested: Currency): readonly Currency[] => [
  ...new Set([defaultCurrency, ...currencies.toSorted(), requested]),
]

/** One part of the report, read in one snapshot; from a replica, if there is one. */
export const gatherDeskReport = (deps: AppDeps, requested: RequestedReport): Promise<DeskReportFacts> => {
  const { part, months, currency } = requested
  return deps.replica.read(async (db) => {
    const read = await inSumSnapshot(db, (snapshot) => readers[part](snapshot, spanOf(months), requested))
    return {
      steps: read.steps ?? [],
      tables: read.tables,
      currencies: unique(read.currencies ?? [], currency),
    }
  })
}

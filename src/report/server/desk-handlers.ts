import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as endpoints from '../desk-endpoints.ts'
import { declinedWord, orderWord, rowsTitle, placeText } from '../rules/row-numbers.ts'
import type { RowNumber } from '../rules/row-numbers.ts'
import { periodDays, reportMonths } from '../rules/month.ts'
import type { ReportMonth } from '../rules/month.ts'
import { gatherDeskReport, periodsOf } from './desk-report.ts'
import { selectDeclinedRows, selectMovementRows, selectOrderRows } from './report-rows-store.ts'
import type { ReportRow, RequestedRows } from './report-rows-store.ts'

const outOfRange = (): ShopError =>
  new ShopError('VALIDATION_ERROR', {
    fields: { from: 'Please choose from 1 to 24 months, the earlier one first.' },
  })

const todayOf = ({ clock }: AppDeps): Temporal.PlainDate => dateIn(clock.now(), brand.timeZone)

const requestedMonths = (
  today: Temporal.PlainDate,
  requested: { readonly from?: string | undefined; readonly to?: string | undefined },
): readonly ReportMonth[] => {
  const months = reportMonths(requested, today, brand.timeZone)
  if (!months) throw outOfRange()
  return months
}

const createReportHandler =
  (deps: AppDeps): Handler<typeof endpoints.viewDeskReport> =>
  async (context, { part, from, to, currency = defaultCurrency }) => {
    const today = todayOf(deps)
    const months = requestedMonths(today, { from, to })
    const seesOrders = allows(staffOf(context).role, 'orders:read')
    const { steps, tables, currencies } = await gatherDeskReport(deps, {
      part,
      months,
      currency,
      seesOrders,
      today,
    })
    const { now, before } = periodsOf(months)
    return {
      part,
      ...now,
      before,
      currency,
      currencies: [...currencies],
      steps: steps.map(({ name, fromCents, toCents }) => ({
        name,
        from_cents: fromCents,
        to_cents: toCents,
        amount: wirePrice(toCents - fromCents, currency),
      })),
      tables: tables.map((table) => ({
        ...table,
        columns: [...table.columns],
        rows: table.rows.map(({ name, definition, isTotal, cells }) => ({
          name,
          definition,
          is_total: isTotal,
          cells: [...cells],
        })),
      })),
    }
  }

const spanOf = (period: string) => {
  const { first, next } = periodDays(period)
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(brand.timeZone).toInstant()
  return { from: start(first), before: start(next) }
}

const readRows = (
  { database }: AppDeps,
  number: RowNumber,
  requested: RequestedRows,
): Promise<ReportRow[]> => {
  if (number === 'orders') return selectOrderRows(database, requested)
  if (number === 'declined') return selectDeclinedRows(database, requested)
  return selectMovementRows(database, number, requested)
}

const hrefOf = (number: RowNumber, { subject }: ReportRow): string =>
  number === 'orders' ? `/desk/orders/${encodeURIComponent(subject)}` : `/desk/subscriptions/${subject}`

const whatOf = (number: RowNumber, { what }: ReportRow): string => {
  if (number === 'declined') return declinedWord(what)
  return number === 'orders' ? orderWord(what) : what
}

const createRowsHandler =
  (deps: AppDeps): Handler<typeof endpoints.listDeskReportRows> =>
  async (context, payload) => {
    const { number, from, to, currency, cohort, kind, after, limit } = payload
    if (number === 'orders' && !allows(staffOf(context).role, 'orders:read')) throw new ShopError('NOT_FOUND')
    const rows = await readRows(deps, number, {
      from: from === undefined ? null : spanOf(from).from,
      before: spanOf(to).before,
      currency,
      started: cohort === undefined ? null : spanOf(cohort),
      kind,
      after,
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      title: rowsTitle(number),
      rows: page.map((row) => ({
        id: row.id,
        at: Temporal.Instant.from(row.at).toString(),
        what: whatOf(number, row),
        href: hrefOf(number, row),
        name: number === 'orders' ? row.subject : `Subscription ${row.subject.slice(-12)}`,
        currency: row.currency,
        amount: wirePrice(row.cents, row.currency),
        count: row.count,
      })),
      older: rows.length > limit && last ? placeText(last) : null,
    }
  }

/** The report of the desk. */
export const deskReportRoutes = (deps: AppDeps): readonly Route[] =>
  routes(endpoints, {
    viewDeskReport: createReportHandler(deps),
    listDeskReportRows: createRowsHandler(deps),
  })

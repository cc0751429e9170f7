import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import * as endpoints from '../endpoints.ts'
import { reportMonths } from '../rules/month.ts'
import { reportSections } from '../rules/report-sections.ts'
import { gatherReport } from './gather-report.ts'
import { createReportLink } from './report-link.ts'

const outOfRange = (): ShopError =>
  new ShopError('VALIDATION_ERROR', {
    fields: { from: 'Please choose from 1 to 24 months, the earlier one first.' },
  })

/** Handles the endpoint of the report page. */
const createReportHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => {
  const link = createReportLink(deps)
  return {
    viewReport: async (_context, { token, from, to }) => {
      const now = deps.clock.now()
      if (!link.isValid(token, now)) throw new ShopError('LINK_EXPIRED')
      const months = reportMonths({ from, to }, dateIn(now, brand.timeZone), brand.timeZone)
      const [first, last] = [months?.[0], months?.at(-1)]
      if (!months || !first || !last) throw outOfRange()
      const sections = reportSections(await deps.replica.read((db) => gatherReport(db, months)))
      return {
        from: first.name,
        to: last.name,
        sections: sections.map(({ title, columns, rows }) => ({
          title,
          columns: [...columns],
          rows: rows.map((row) => ({ ...row, values: [...row.values] })),
        })),
      }
    },
  }
}

/** The endpoint of the report. */
export const reportRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createReportHandlers(deps))

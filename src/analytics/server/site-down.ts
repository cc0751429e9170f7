import type { Handler } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { withoutKeys } from '../rules/site-down.ts'
import type { reportSiteDown } from '../site-down-endpoints.ts'

/** A log line for the operator, with the id of the request. */
export const createReportSiteDown =
  ({ log }: Pick<AppDeps, 'log'>): Handler<typeof reportSiteDown> =>
  ({ requestId }, { page }) => {
    // A warning: anybody who can send a request can cause it.
    log.warn({ requestId, page: withoutKeys(page) }, 'a page could not be drawn')
    return Promise.resolve({ success: true })
  }

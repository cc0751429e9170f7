import type { Handler } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { withoutKeys } from '../rules/site-down.ts'
import type { reportSiteDown } from '../site-down-endpoints.ts'

/** A line for those who keep the shop, with the id by which the request itself can be found. */
export const createReportSiteDown =
  ({ log }: Pick<AppDeps, 'log'>): Handler<typeof reportSiteDown> =>
  ({ requestId }, { page }) => {
    // A warning: whoever can send a request can say this.
    log.warn({ requestId, page: withoutKeys(page) }, 'a page could not be drawn')
    return Promise.resolve({ success: true })
  }

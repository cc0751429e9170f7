import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import { createViewCredit } from './credit-statements.ts'
import { createCustomAction } from './points.ts'
import type { PointsServices } from './points.ts'
import { createReferralHandlers } from './referrals.ts'

/** The endpoints of points, referrals and the statement of store credit. */
export const loyaltyRoutes = (services: PointsServices): readonly Route[] =>
  routes(endpoints, {
    ...createReferralHandlers(services),
    customAction: createCustomAction(services),
    viewCredit: createViewCredit(services.deps),
  })

import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import { memberOf } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as subscriptionEndpoints from '../endpoints.ts'
import { subscriptionOf, subscriptionsOf } from './subscriptions.ts'
import type { SubscriptionDeps } from './subscriptions.ts'

/** The endpoints of §7 that read subscriptions. */
export const subscriptionRoutes = (services: SubscriptionDeps): readonly Route[] =>
  routes(subscriptionEndpoints, {
    listSubscriptions: async (context, payload) => {
      const subscriptions = await subscriptionsOf(services, memberOf(context).accountId)
      const today = dateIn(services.deps.clock.now(), brand.timeZone).toString()
      if (payload.include_renewal_preview) return { today, subscriptions }
      return { today, subscriptions: subscriptions.map((one) => ({ ...one, upcoming_order: null })) }
    },
    viewSubscription: (context, { id }) => subscriptionOf(services, memberOf(context).accountId, id),
    listPlanSubscriptions: async (context) => ({
      subscriptions: (await subscriptionsOf(services, memberOf(context).accountId)).map((one) => ({
        id: one.id,
        state: one.state,
        plan: { plan_code: one.planCode },
        activated_at: one.activated_at,
        canceled_at: one.canceled_at,
      })),
    }),
  })

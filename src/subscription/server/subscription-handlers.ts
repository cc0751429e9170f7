import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import { memberOf } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as subscriptionEndpoints from '../endpoints.ts'
import { subscriptionOf, subscriptionsOf } from './subscriptions.ts'
import type { SubscriptionDeps } from './subscriptions.ts'
import { wireSubscription } from './wire-subscription.ts'

/** The endpoints of §7 that read subscriptions. */
export const subscriptionRoutes = (services: SubscriptionDeps): readonly Route[] =>
  routes(subscriptionEndpoints, {
    listSubscriptions: async (context, payload) => {
      const own = await subscriptionsOf(services, memberOf(context).accountId)
      const subscriptions = own.map(wireSubscription)
      const today = dateIn(services.deps.clock.now(), brand.timeZone).toString()
      if (payload.include_renewal_preview) return { today, subscriptions }
      return { today, subscriptions: subscriptions.map((one) => ({ ...one, upcoming_order: null })) }
    },
    viewSubscription: async (context, { id }) =>
      wireSubscription(await subscriptionOf(services, memberOf(context).accountId, id)),
    listPlanSubscriptions: async (context) => ({
      subscriptions: (await subscriptionsOf(services, memberOf(context).accountId)).map(({ id, terms }) => ({
        id,
        state: terms.state,
        plan: { plan_code: terms.planCode },
        activated_at: terms.activatedAt,
        canceled_at: terms.canceledAt,
      })),
    }),
  })

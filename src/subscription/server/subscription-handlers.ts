import { lastShippedOf } from '#order/server/orders.ts'
import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import { listPart } from '#shared/list-part.ts'
import { memberOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { routes } from '#platform/route.ts'
import type { Route } from '#platform/route.ts'
import * as subscriptionEndpoints from '../endpoints.ts'
import { partOfSubscriptions, storedSubscriptionsOf, subscriptionOf } from './subscriptions.ts'
import type { SubscriptionDeps } from './subscriptions.ts'
import { wireSubscription } from './wire-subscription.ts'

type Handlers = HandlersFor<typeof subscriptionEndpoints>

const todayOf = ({ deps }: SubscriptionDeps): string => dateIn(deps.clock.now(), brand.timeZone).toString()

/** Only a request for the next orders needs prices and shipments. */
const createList =
  (services: SubscriptionDeps): Handlers['listSubscriptions'] =>
  async (context, { include_renewal_preview: isPriced, limit, ...part }) => {
    const { accountId } = memberOf(context)
    const read = await partOfSubscriptions(services, accountId, { ...part, isPriced, limit: limit + 1 })
    const { shown, next } = listPart(read, limit)
    const ids = isPriced ? shown.map(({ id }) => id) : []
    const shipped = await lastShippedOf(services.deps.database, ids)
    const subscriptions = shown.map((one) => ({
      ...wireSubscription(one),
      last_shipped_at: shipped.get(one.id)?.toString() ?? null,
    }))
    return { today: todayOf(services), subscriptions, next }
  }

/** The endpoints of §7 that read subscriptions. */
export const subscriptionRoutes = (services: SubscriptionDeps): readonly Route[] =>
  routes(subscriptionEndpoints, {
    listSubscriptions: createList(services),
    viewSubscription: async (context, { id }) => ({
      ...wireSubscription(await subscriptionOf(services, memberOf(context).accountId, id)),
      today: todayOf(services),
    }),
    listPlanSubscriptions: async (context) => ({
      subscriptions: (await storedSubscriptionsOf(services.deps.database, memberOf(context).accountId)).map(
        ({ id, state, planCode, activatedAt, canceledAt }) => ({
          id,
          state,
          plan: { plan_code: planCode },
          activated_at: activatedAt,
          canceled_at: canceledAt,
        }),
      ),
    }),
  })

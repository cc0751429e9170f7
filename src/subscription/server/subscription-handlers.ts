import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { listPlanSubscriptions, listSubscriptions, viewSubscription } from '../calls.ts'
import type { RenewalSources } from './renewal-facts.ts'
import { subscriptionOf, subscriptionsOf } from './subscriptions.ts'

interface SubscriptionHandlers {
  readonly listSubscriptions: Handler<typeof listSubscriptions>
  readonly viewSubscription: Handler<typeof viewSubscription>
  readonly listPlanSubscriptions: Handler<typeof listPlanSubscriptions>
}

const memberId = (context: CallContext): string => {
  if (context.actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return context.actor.accountId
}

/** The subscription calls of §7. */
export const createSubscriptionHandlers = (sources: RenewalSources): SubscriptionHandlers => ({
  listSubscriptions: async (context, payload) => {
    const subscriptions = await subscriptionsOf(sources, memberId(context))
    const today = dateIn(sources.world.clock.now(), brand.timeZone).toString()
    if (payload.include_renewal_preview) return { today, subscriptions }
    return { today, subscriptions: subscriptions.map((one) => ({ ...one, upcoming_order: null })) }
  },
  viewSubscription: (context, { id }) => subscriptionOf(sources, memberId(context), id),
  listPlanSubscriptions: async (context) => ({
    subscriptions: (await subscriptionsOf(sources, memberId(context))).map((one) => ({
      id: one.id,
      state: one.state,
      plan: { plan_code: one.planCode },
      activated_at: one.activated_at,
      canceled_at: one.canceled_at,
    })),
  }),
})

import { variantsOf } from '#experiment/server/experiments.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { dateIn } from '#shared/dates.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type * as calls from '../endpoints.ts'
import type * as choiceCalls from '../choice-endpoints.ts'
import type { CancellationReasons } from '../rules/cancellation-reasons.ts'
import { retentionExperiment } from '../rules/retention.ts'
import { changesOf } from './change-history.ts'
import type { Member } from './gather-change.ts'
import { choicesOf, reasonsFor } from './subscription-choices.ts'
import { subscriptionOf, subscriptionsOf } from './subscriptions.ts'
import type { SubscriptionDeps } from './subscriptions.ts'

interface SubscriptionHandlers {
  readonly listSubscriptions: Handler<typeof calls.listSubscriptions>
  readonly viewSubscription: Handler<typeof calls.viewSubscription>
  readonly listPlanSubscriptions: Handler<typeof calls.listPlanSubscriptions>
  readonly viewSubscriptionChoices: Handler<typeof choiceCalls.viewSubscriptionChoices>
  readonly listSubscriptionChanges: Handler<typeof calls.listSubscriptionChanges>
  readonly listCancellationReasons: Handler<typeof choiceCalls.listCancellationReasons>
}

const memberIn = ({ actor }: RequestContext): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

const memberId = (context: RequestContext): string => memberIn(context).accountId

/** The endpoints of §7 that read subscriptions; those that change them are in `change-handlers.ts`. */
export const createSubscriptionHandlers = (
  services: SubscriptionDeps,
  reasons: CancellationReasons,
  experiments: ExperimentServices,
): SubscriptionHandlers => ({
  listSubscriptions: async (context, payload) => {
    const subscriptions = await subscriptionsOf(services, memberId(context))
    const today = dateIn(services.deps.clock.now(), brand.timeZone).toString()
    if (payload.include_renewal_preview) return { today, subscriptions }
    return { today, subscriptions: subscriptions.map((one) => ({ ...one, upcoming_order: null })) }
  },
  viewSubscription: (context, { id }) => subscriptionOf(services, memberId(context), id),
  listPlanSubscriptions: async (context) => ({
    subscriptions: (await subscriptionsOf(services, memberId(context))).map((one) => ({
      id: one.id,
      state: one.state,
      plan: { plan_code: one.planCode },
      activated_at: one.activated_at,
      canceled_at: one.canceled_at,
    })),
  }),
  viewSubscriptionChoices: (context, { id }) => choicesOf(services, memberId(context), id),
  listSubscriptionChanges: (context, { id }) => changesOf(services.deps, memberId(context), id),
  listCancellationReasons: async (context, { id }) => {
    const member = memberIn(context)
    const variants = await variantsOf(experiments, member.accountId)
    return reasonsFor(services, reasons, member, id, variants[retentionExperiment])
  },
})

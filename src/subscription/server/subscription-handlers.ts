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
import { wireSubscription } from './wire-subscription.ts'

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
    const subscriptions = (await subscriptionsOf(services, memberId(context))).map(wireSubscription)
    const today = dateIn(services.deps.clock.now(), brand.timeZone).toString()
    if (payload.include_renewal_preview) return { today, subscriptions }
    return { today, subscriptions: subscriptions.map((one) => ({ ...one, upcoming_order: null })) }
  },
  viewSubscription: async (context, { id }) =>
    wireSubscription(await subscriptionOf(services, memberId(context), id)),
  listPlanSubscriptions: async (context) => ({
    subscriptions: (await subscriptionsOf(services, memberId(context))).map(({ id, terms }) => ({
      id,
      state: terms.state,
      plan: { plan_code: terms.planCode },
      activated_at: terms.activatedAt,
      canceled_at: terms.canceledAt,
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

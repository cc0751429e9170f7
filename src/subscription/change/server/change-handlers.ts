import { variantsOf } from '#experiment/server/experiments.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { memberOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import * as changeEndpoints from '../change-endpoints.ts'
import * as choiceEndpoints from '../choice-endpoints.ts'
import type { ChangeReply } from '../change-endpoints.ts'
import type { DataTexts } from '#content/rules/data-texts.ts'
import { cancellationReasonsIn, withValidReason } from '../rules/cancellation-reasons.ts'
import type { CancellationReasons } from '../rules/cancellation-reasons.ts'
import type { Change } from '../rules/change.ts'
import { retentionExperiment, retentionOutcomeOf } from '../rules/retention.ts'
import { changesOf } from './change-history.ts'
import { commitChange, previewChange } from './change-subscription.ts'
import type { Commit } from './change-subscription.ts'
import type { RenewalDeps } from '#subscription/renewal/server/open-renewals.ts'
import { noteRetention } from '#subscription/server/record-retention.ts'
import { wireChargeDuringChange } from '#subscription/renewal/rules/charge-reply.ts'
import { cancelChargedOrder } from './cancel-charged-order.ts'
import { choicesOf, reasonsFor } from './subscription-choices.ts'
import { undoChange } from './undo-change.ts'
import type { CancelOrder } from './undo-change.ts'

type ChangeHandlers = HandlersFor<typeof changeEndpoints>

type ChangePayload = Omit<Commit, 'note'> & { readonly offered_for?: string | undefined }

type MakeChange = (
  context: RequestContext,
  id: string,
  change: Change,
  payload: ChangePayload,
) => Promise<ChangeReply>

/** The specification's own paths (spec §7). */
const specifiedHandlers = (commit: MakeChange) =>
  ({
    changeSubscription: (context, payload) => commit(context, payload.id, payload.change, payload),
    updateSubscription: (context, payload) =>
      commit(context, payload.subscription_id, payload.change, payload),
    moveBillingDate: (context, payload) =>
      commit(context, payload.subscription_id, { action: 'move', on: payload.update }, payload),
    reactivateSubscription: (context, payload) => {
      const { id, order_now, next_order_on } = payload
      return commit(context, id, { action: 'reactivate', order_now, next_order_on }, payload)
    },
    cancelSubscription: (context, payload) => {
      const { id, cancellationReasonId, cancellationReasonText, secondaryReasonId } = payload
      const leaving = { cancellationReasonId, cancellationReasonText, secondaryReasonId }
      return commit(context, id, { action: 'cancel', ...leaving }, payload)
    },
    changeShippingAddress: (context, payload) =>
      commit(
        context,
        payload.subscription_id,
        { action: 'change-address', address: payload.address },
        payload,
      ),
  }) satisfies Partial<ChangeHandlers>

/** A path for each of the other actions. */
const shopHandlers = (commit: MakeChange) =>
  ({
    skipNextOrder: (context, payload) => commit(context, payload.id, { action: 'skip' }, payload),
    unskipOrder: (context, payload) => commit(context, payload.id, { action: 'unskip' }, payload),
    pauseSubscription: (context, payload) =>
      commit(context, payload.id, { action: 'pause', until: payload.until }, payload),
    resumeSubscription: (context, payload) => commit(context, payload.id, { action: 'resume' }, payload),
    orderNow: (context, payload) => commit(context, payload.id, { action: 'order-now' }, payload),
    addOneTime: (context, payload) => {
      const { id, plan_code, quantity } = payload
      return commit(context, id, { action: 'add-one-time', plan_code, quantity }, payload)
    },
    removeOneTime: (context, payload) => {
      const { id, add_on_id } = payload
      return commit(context, id, { action: 'remove-one-time', add_on_id }, payload)
    },
  }) satisfies Partial<ChangeHandlers>

interface ChangeRouteDeps {
  readonly services: RenewalDeps
  readonly cancellationReasons: CancellationReasons
  readonly reasonTexts: DataTexts
  readonly experiments: ExperimentServices
  readonly cancelOrder: CancelOrder
}

/** What a member can choose from, and what was changed before. */
const choiceRoutes = ({
  services,
  cancellationReasons,
  reasonTexts,
  experiments,
}: ChangeRouteDeps): readonly Route[] =>
  routes(choiceEndpoints, {
    viewSubscriptionChoices: (context, { id }) => choicesOf(services, memberOf(context).accountId, id),
    listSubscriptionChanges: (context, { id, ...part }) =>
      changesOf(services.deps, memberOf(context).accountId, id, part),
    listCancellationReasons: async (context, { id }) => {
      const member = memberOf(context)
      const variants = await variantsOf(experiments, member.accountId)
      const reasons = cancellationReasonsIn(cancellationReasons, reasonTexts(context.locale))
      return reasonsFor(services, reasons, member, id, variants[retentionExperiment])
    },
  })

/** The endpoints that change a subscription, all by one decision, and what their forms show. */
export const changeRoutes = (deps: ChangeRouteDeps): readonly Route[] => {
  const { services, cancellationReasons: reasons, experiments, cancelOrder } = deps
  const commit: MakeChange = async (context, id, change, payload) => {
    const member = memberOf(context)
    const validChange = withValidReason(reasons, change)
    const leaving = retentionOutcomeOf(reasons, validChange, payload.offered_for)
    const note =
      leaving === null ? undefined : await noteRetention(experiments, member.accountId, id, leaving)
    const { request_id, token, cancel_order_of_cycle } = payload
    return commitChange(services, member, id, validChange, { request_id, token, cancel_order_of_cycle, note })
  }
  const changing = routes(changeEndpoints, {
    ...specifiedHandlers(commit),
    ...shopHandlers(commit),
    previewChange: (context, { id, change }) =>
      previewChange(services, memberOf(context), id, withValidReason(reasons, change)),
    undoChange: (context, { id, change_id: changeId }) =>
      undoChange(services, cancelOrder, { accountId: memberOf(context).accountId, id, changeId }),
    cancelChargedOrder: async (context, { id, change_id: changeId }) => {
      const change = { accountId: memberOf(context).accountId, id, changeId }
      return wireChargeDuringChange(await cancelChargedOrder(services, cancelOrder, change))
    },
  })
  return [...changing, ...choiceRoutes(deps)]
}

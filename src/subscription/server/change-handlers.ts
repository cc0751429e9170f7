import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type * as calls from '../change-endpoints.ts'
import type { ChangeReply } from '../change-endpoints.ts'
import { validateReason } from '../rules/cancellation-reasons.ts'
import type { CancellationReasons } from '../rules/cancellation-reasons.ts'
import type { Change } from '../rules/change.ts'
import { retentionOutcomeOf } from '../rules/retention.ts'
import { commitChange, previewChange } from './change-subscription.ts'
import type { Commit } from './change-subscription.ts'
import type { Member } from './gather-change.ts'
import type { RenewalDeps } from './open-renewals.ts'
import { noteRetention } from './record-retention.ts'
import { cancelChargedOrder } from './cancel-charged-order.ts'
import { undoChange } from './undo-change.ts'
import type { CancelOrder } from './undo-order.ts'

type ChangeHandlers = {
  readonly [Name in Exclude<keyof typeof calls, 'ChangePreview' | 'ChangeReply'>]: Handler<
    (typeof calls)[Name]
  >
}

const memberOf = ({ actor }: RequestContext): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

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

/** The endpoints that change a subscription; all of them use one decision. */
export const createChangeHandlers = (
  services: RenewalDeps,
  reasons: CancellationReasons,
  experiments: ExperimentServices,
  cancelOrder: CancelOrder,
): ChangeHandlers => {
  const validated = (change: Change): Change =>
    change.action === 'cancel' ? { ...validateReason(reasons, change), action: 'cancel' } : change
  const commit: MakeChange = async (context, id, change, payload) => {
    const member = memberOf(context)
    const validChange = validated(change)
    const leaving = retentionOutcomeOf(reasons, validChange, payload.offered_for)
    const note =
      leaving === null ? undefined : await noteRetention(experiments, member.accountId, id, leaving)
    return commitChange(services, member, id, validChange, {
      request_id: payload.request_id,
      token: payload.token,
      cancel_order_of_cycle: payload.cancel_order_of_cycle,
      note,
    })
  }
  return {
    ...specifiedHandlers(commit),
    ...shopHandlers(commit),
    previewChange: (context, { id, change }) =>
      previewChange(services, memberOf(context), id, validated(change)),
    undoChange: (context, { id, change_id: changeId }) =>
      undoChange(services, cancelOrder, { accountId: memberOf(context).accountId, id, changeId }),
    cancelChargedOrder: (context, { id, change_id: changeId }) =>
      cancelChargedOrder(services, cancelOrder, { accountId: memberOf(context).accountId, id, changeId }),
  }
}

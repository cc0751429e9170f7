import type { ExperimentTools } from '#experiment/server/experiments.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type * as calls from '../change-calls.ts'
import type { ChangeReply } from '../change-calls.ts'
import { checkedReason } from '../rules/cancellation-reasons.ts'
import type { CancellationReasons } from '../rules/cancellation-reasons.ts'
import type { Change } from '../rules/change.ts'
import { retentionIn } from '../rules/retention.ts'
import { commitChange, previewChange } from './change-subscription.ts'
import type { Commit } from './change-subscription.ts'
import type { Member } from './gather-change.ts'
import type { RenewalTools } from './open-renewals.ts'
import { noteRetention } from './note-retention.ts'
import { cancelChargedOrder } from './cancel-charged-order.ts'
import { undoChange } from './undo-change.ts'
import type { CancelOrder } from './undo-order.ts'

type ChangeHandlers = {
  readonly [Name in Exclude<keyof typeof calls, 'ChangePreview' | 'ChangeReply'>]: Handler<
    (typeof calls)[Name]
  >
}

const memberOf = ({ actor }: CallContext): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

type Sent = Pick<Commit, 'request_id' | 'token'> & { readonly offered_for?: string | undefined }

type MakeChange = (context: CallContext, id: string, change: Change, sent: Sent) => Promise<ChangeReply>

/** The specification's own paths (spec §7). */
const specifiedCalls = (commit: MakeChange) =>
  ({
    changeSubscription: (context, sent) => commit(context, sent.id, sent.change, sent),
    updateSubscription: (context, sent) => commit(context, sent.subscription_id, sent.change, sent),
    moveBillingDate: (context, sent) =>
      commit(context, sent.subscription_id, { action: 'move', on: sent.update }, sent),
    reactivateSubscription: (context, sent) => {
      const { id, order_now, next_order_on } = sent
      return commit(context, id, { action: 'reactivate', order_now, next_order_on }, sent)
    },
    cancelSubscription: (context, sent) => {
      const { id, cancellationReasonId, cancellationReasonText, secondaryReasonId, take_back } = sent
      const leaving = { cancellationReasonId, cancellationReasonText, secondaryReasonId, take_back }
      return commit(context, id, { action: 'cancel', ...leaving }, sent)
    },
    changeShippingAddress: (context, sent) =>
      commit(context, sent.subscription_id, { action: 'change-address', address: sent.address }, sent),
  }) satisfies Partial<ChangeHandlers>

/** A path for each of the other actions. */
const shopCalls = (commit: MakeChange) =>
  ({
    skipNextOrder: (context, sent) => commit(context, sent.id, { action: 'skip' }, sent),
    unskipOrder: (context, sent) => commit(context, sent.id, { action: 'unskip' }, sent),
    pauseSubscription: (context, sent) =>
      commit(context, sent.id, { action: 'pause', until: sent.until }, sent),
    resumeSubscription: (context, sent) => commit(context, sent.id, { action: 'resume' }, sent),
    orderNow: (context, sent) => commit(context, sent.id, { action: 'order-now' }, sent),
    addOneTime: (context, sent) => {
      const { id, plan_code, quantity } = sent
      return commit(context, id, { action: 'add-one-time', plan_code, quantity }, sent)
    },
    removeOneTime: (context, sent) => {
      const { id, add_on_id } = sent
      return commit(context, id, { action: 'remove-one-time', add_on_id }, sent)
    },
  }) satisfies Partial<ChangeHandlers>

/** The calls that change a subscription; whatever the path, they come to one decision. */
export const createChangeHandlers = (
  tools: RenewalTools,
  reasons: CancellationReasons,
  experiments: ExperimentTools,
  cancelOrder: CancelOrder,
): ChangeHandlers => {
  const checked = (change: Change): Change =>
    change.action === 'cancel'
      ? { ...checkedReason(reasons, change), action: 'cancel', take_back: change.take_back }
      : change
  const commit: MakeChange = async (context, id, change, sent) => {
    const member = memberOf(context)
    const meant = checked(change)
    const leaving = retentionIn(reasons, meant, sent.offered_for)
    const note =
      leaving === null ? undefined : await noteRetention(experiments, member.accountId, id, leaving)
    return commitChange(tools, member, id, meant, { request_id: sent.request_id, token: sent.token, note })
  }
  return {
    ...specifiedCalls(commit),
    ...shopCalls(commit),
    previewChange: (context, { id, change }) => previewChange(tools, memberOf(context), id, checked(change)),
    undoChange: (context, { id, change_id: changeId }) =>
      undoChange(tools, cancelOrder, { accountId: memberOf(context).accountId, id, changeId }),
    cancelChargedOrder: (context, { id, change_id: changeId }) =>
      cancelChargedOrder(tools, cancelOrder, { accountId: memberOf(context).accountId, id, changeId }),
  }
}

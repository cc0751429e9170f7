import { accountById } from '#account/server/accounts.ts'
import { disputeById } from './disputes.ts'
import type { DisputeServices } from './follow-dispute.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isShopError } from '#shared/errors.ts'
import type { Change } from '#subscription/change/rules/change.ts'
import { commitChange } from '#subscription/change/server/changes.ts'
import type { ChangeDeps } from '#subscription/change/server/changes.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import {
  endSubscriptionStop,
  subscriptionById,
  subscriptionsStoppedBy,
} from '#subscription/server/subscriptions.ts'
import type { Subscription } from '#subscription/server/subscriptions.ts'

type Services = DisputeServices & ChangeDeps

/** A refusal that another attempt does not change; a charge in flight has ended by then. */
const isForGood = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.status < 500 && thrown.data?.['reason'] !== 'charge-in-flight'

/** Makes a change in the name of a subscription's member, once; a refusal for good is logged. */
const change = async (
  services: Services,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  wanted: Change,
  requestId: string,
): Promise<void> => {
  const account = await accountById(services.deps.database, accountId)
  if (!account) return
  try {
    const member = { accountId, email: account.email }
    await commitChange(services, member, id, wanted, { request_id: requestId })
  } catch (err) {
    if (!isForGood(err)) throw err
    services.deps.log.warn({ err, subscriptionId: id }, 'a subscription could not be changed after a dispute')
  }
}

const stoppedBy = async (services: Services, disputeId: string): Promise<Subscription[]> => {
  const found: Subscription[] = []
  for (const id of await subscriptionsStoppedBy(services.deps.database, disputeId)) {
    const subscription = await subscriptionById(services, id)
    if (subscription) found.push(subscription)
  }
  return found
}

interface Resumed {
  readonly disputeId: string
  readonly subscriptionId: string
}

/** What happens to the subscriptions of a disputed charge; each job may run again. */
export const createDisputeJobs = (services: Services) => ({
  'dispute: pause subscriptions': async ({ disputeId }: { readonly disputeId: string }): Promise<void> => {
    const dispute = await disputeById(services.deps.database, disputeId)
    if (!dispute || dispute.closedAt !== null) return
    const { accountId } = dispute
    for (const { id, terms } of await stoppedBy(services, disputeId))
      // One that has not started cannot be paused; it is stopped all the same.
      if (isLive(terms.state) && terms.state !== 'future')
        await change(services, { accountId, id }, { action: 'pause' }, disputeId)
  },
  /** A paused subscription is resumed by its member; any other stays stopped, so that none starts automatically. */
  'dispute: release subscriptions': async ({ disputeId }: { readonly disputeId: string }): Promise<void> => {
    const dispute = await disputeById(services.deps.database, disputeId)
    if (!dispute || dispute.closedAt === null) return
    const goesOn = services.disputes.resume_when_won && dispute.state !== 'lost'
    for (const { id, terms } of await stoppedBy(services, disputeId)) {
      if (terms.state === 'active' || terms.state === 'future') continue
      // With the end of the stop, which the next attempt would not find any more.
      await inTransaction(services.deps, async (tx) => {
        await endSubscriptionStop(tx, id, disputeId)
        if (goesOn && terms.state === 'paused')
          tx.publish({ kind: 'stop-ended', disputeId, subscriptionId: id })
      })
    }
  },
  'dispute: resume subscription': async ({ disputeId, subscriptionId: id }: Resumed): Promise<void> => {
    const dispute = await disputeById(services.deps.database, disputeId)
    if (!dispute) return
    const { accountId } = dispute
    await change(services, { accountId, id }, { action: 'resume' }, `resume-${disputeId}`)
  },
})

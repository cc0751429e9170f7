import { z } from 'zod'
import { accountById } from '#account/server/accounts.ts'
import { orderById } from '#order/server/orders.ts'
import type { JobShapes } from '#platform/jobs.ts'
import { commitChange } from '#subscription/change/server/changes.ts'
import type { ChangeDeps } from '#subscription/change/server/changes.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'
import { endsSubscriptions } from '../rules/withdrawal-offer.ts'
import { cancelOrder, withdrawalById } from './withdrawals.ts'

export const withdrawalJobPayloads = {
  'order: cancel': z.object({ orderId: z.uuid() }),
  'withdrawal: end subscriptions': z.object({ withdrawalId: z.uuid() }),
} as const satisfies JobShapes

/** Jobs after a withdrawal other than mails. */
export const createWithdrawalJobs = (services: ChangeDeps) => ({
  // Canceled before, it stays as it is; it ships days later.
  'order: cancel': async ({ orderId }: { readonly orderId: string }): Promise<void> =>
    void (await cancelOrder(services, orderId, async () => undefined)),
  'withdrawal: end subscriptions': async (payload: { readonly withdrawalId: string }): Promise<void> => {
    const { database } = services.deps
    const withdrawal = await withdrawalById(database, payload.withdrawalId)
    if (!withdrawal) return
    const order = await orderById(database, withdrawal.orderId)
    const account = await accountById(database, withdrawal.accountId)
    if (!account || !endsSubscriptions(order, withdrawal.kind)) return
    const member = { accountId: withdrawal.accountId, email: account.email }
    for (const { subscriptionId: id } of order.lines) {
      const subscription = id === null ? null : await subscriptionById(services, id)
      if (!subscription || !isLive(subscription.terms.state)) continue
      // The case identifies the change, so that a job that runs again changes nothing.
      await commitChange(
        services,
        member,
        subscription.id,
        { action: 'cancel' },
        { request_id: withdrawal.id },
      )
    }
  },
})

import { accountById } from '#account/server/accounts.ts'
import { orderById } from '#order/server/orders.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { commitChange } from '#subscription/change/server/change-subscription.ts'
import type { RenewalTools } from '#subscription/renewal/server/renew-due.ts'
import { subscriptionById } from '#subscription/server/subscriptions.ts'
import { endsSubscriptions } from '#withdrawal/rules/withdrawal-offer.ts'
import { cancelOrder, withdrawalById } from '#withdrawal/server/withdrawals.ts'

/** Jobs after a withdrawal other than mails. */
export const createWithdrawalJobs = (services: RenewalTools) => ({
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

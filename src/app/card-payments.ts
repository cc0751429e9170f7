import { accountById } from '#account/server/accounts.ts'
import type { PaidFrom, SubscriptionPayments } from '#payment/server/billing-handlers.ts'
import { cardRequestById } from '#payment/server/keep-card.ts'
import { isShopError } from '#shared/errors.ts'
import { isLive } from '#subscription/rules/subscription-state.ts'
import { commitChange } from '#subscription/server/change-subscription.ts'
import type { RenewalTools } from '#subscription/server/renew-due.ts'
import { subscriptionOf, subscriptionsOf } from '#subscription/server/subscriptions.ts'

interface Member {
  readonly accountId: string
  readonly email: string
}

/** Already so, or not any more: nothing that another attempt would change. */
const isPast = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.code === 'ACTION_NOT_ALLOWED' && thrown.data?.['reason'] !== 'charge-in-hand'

const isAlready = (thrown: unknown): boolean =>
  isShopError(thrown) && thrown.data?.['reason'] === 'nothing-changes'

const idsOf = async (tools: RenewalTools, accountId: string, from: PaidFrom): Promise<string[]> => {
  const all = await subscriptionsOf(tools, accountId)
  return all
    .filter(({ id, state }) => id === from.subscriptionId || (from.allSubscriptions && isLive(state)))
    .map(({ id }) => id)
}

const payOne = async (
  tools: RenewalTools,
  member: Member,
  id: string,
  paymentMethodId: string,
  requestId: string,
): Promise<void> => {
  const change = { action: 'change-payment-method', payment_method_id: paymentMethodId } as const
  // A request of its own beside whatever else came with this id.
  await commitChange(tools, member, id, change, { request_id: `card-${requestId}` })
}

/** What a card pays, for the calls of billing: each subscription is changed as its member would change it. */
export const createCardPayments = (tools: RenewalTools): SubscriptionPayments => ({
  check: async ({ accountId }, id) => void (await subscriptionOf(tools, accountId, id)),
  pay: async (member, paymentMethodId, from, requestId) => {
    const paid: string[] = []
    for (const id of await idsOf(tools, member.accountId, from)) {
      try {
        await payOne(tools, member, id, paymentMethodId, requestId)
        paid.push(id)
      } catch (thrown) {
        if (isAlready(thrown)) paid.push(id)
        else if (id === from.subscriptionId || !isShopError(thrown)) throw thrown
      }
    }
    return paid
  },
})

/** The same for a card that was kept later, after the bank asked or the answer was lost. */
export const createCardJobs = (tools: RenewalTools) => ({
  'card: pay subscriptions': async (asked: { readonly cardRequestId: string }): Promise<void> => {
    const { database } = tools.world
    const request = await cardRequestById(database, asked.cardRequestId)
    const account = request && (await accountById(database, request.accountId))
    if (!request || request.paymentMethodId === null || !account) return
    const member = { accountId: request.accountId, email: account.email }
    for (const id of await idsOf(tools, request.accountId, request)) {
      try {
        await payOne(tools, member, id, request.paymentMethodId, request.id)
      } catch (thrown) {
        // A payment in hand ends soon: the job comes again. Anything else stays as the member left it.
        if (!isPast(thrown)) throw thrown
      }
    }
  },
})

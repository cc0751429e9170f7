import { accountById } from '#account/server/accounts.ts'
import type { CardUse, PaidFrom, SubscriptionPayments } from '#payment/server/billing-handlers.ts'
import { cardRequestById, markApplied } from '#payment/server/keep-card.ts'
import { isShopError } from '#shared/errors.ts'
import type { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import { wireChargeInHand } from '#subscription/rules/charge-in-hand.ts'
import { isLive } from '#subscription/rules/subscription-state.ts'
import { chooseCard } from '#subscription/server/choose-card.ts'
import type { RenewalTools } from '#subscription/server/renew-due.ts'
import { subscriptionOf, subscriptionsOf } from '#subscription/server/subscriptions.ts'

interface Member {
  readonly accountId: string
  readonly email: string
}

/** A refusal of the catalogue: another attempt would get the same answer. */
const isRefusal = (thrown: unknown): thrown is ShopError => isShopError(thrown) && thrown.status < 500

const idsOf = async (tools: RenewalTools, accountId: string, from: PaidFrom): Promise<string[]> => {
  const all = await subscriptionsOf(tools, accountId)
  return all
    .filter(({ id, state }) => id === from.subscriptionId || (from.allSubscriptions && isLive(state)))
    .map(({ id }) => id)
}

/** Switches every subscription to the card where possible; then throws the first failure that was not a refusal. */
const payAll = async (
  tools: RenewalTools,
  member: Member,
  paymentMethodId: string,
  from: PaidFrom,
  requestId: string,
): Promise<CardUse> => {
  const use: CardUse = { paid: [], waiting: [], refused: [] }
  const failed: unknown[] = []
  // A request of its own beside whatever else came with this id.
  const choice = { paymentMethodId, requestId: `card-${requestId}` }
  for (const id of await idsOf(tools, member.accountId, from)) {
    try {
      const charge = await chooseCard(tools, member, id, choice)
      if (charge === null) use.paid.push(id)
      else use.waiting.push({ subscription_id: id, ...wireChargeInHand(charge) })
    } catch (thrown) {
      if (isRefusal(thrown)) use.refused.push({ subscriptionId: id, error: thrown })
      else failed.push(thrown)
    }
  }
  if (failed.length > 0) throw failed[0]
  return use
}

/** What a card pays, for the calls of billing: each subscription is changed as its member would change it. */
export const createCardPayments = (tools: RenewalTools): SubscriptionPayments => ({
  check: async ({ accountId }, id) => void (await subscriptionOf(tools, accountId, id)),
  pay: (member, paymentMethodId, from, requestId) => payAll(tools, member, paymentMethodId, from, requestId),
})

/** The same for a card that was kept later: after the bank asked, the answer was lost, or the process died. */
export const createCardJobs = (tools: RenewalTools) => ({
  'card: pay subscriptions': async (asked: { readonly cardRequestId: string }): Promise<void> => {
    const { database, log } = tools.world
    const request = await cardRequestById(database, asked.cardRequestId)
    const account = request && (await accountById(database, request.accountId))
    if (!request || request.paymentMethodId === null || request.isApplied || !account) return
    const member = { accountId: request.accountId, email: account.email }
    const { refused } = await payAll(tools, member, request.paymentMethodId, request, request.id)
    // This is a job without a response; the member's list of cards shows which subscriptions use the card.
    for (const { subscriptionId, error } of refused)
      log.warn({ err: error, subscriptionId }, 'a subscription could not be given a new card')
    await inTransaction(tools.world, (work) => markApplied(work, request.id))
  },
})

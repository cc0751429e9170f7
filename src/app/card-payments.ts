import { accountById } from '#account/server/accounts.ts'
import type {
  CardAssignment,
  CardRequestMoment,
  CardTarget,
  SubscriptionPayments,
} from '#payment/server/billing-handlers.ts'
import { cardRequestById, markApplied } from '#payment/server/save-card.ts'
import { isShopError } from '#shared/errors.ts'
import type { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'
import { chooseCard } from '#subscription/change/server/choose-card.ts'
import type { RenewalDeps } from '#subscription/renewal/server/renew-due.ts'
import { storedSubscriptionsOf, subscriptionOf } from '#subscription/server/subscriptions.ts'

interface Member {
  readonly accountId: string
  readonly email: string
}

/** A refusal of the catalogue: another attempt would get the same answer. */
const isPermanentRefusal = (thrown: unknown): thrown is ShopError =>
  isShopError(thrown) && thrown.status < 500

const idsOf = async (services: RenewalDeps, accountId: string, from: CardTarget): Promise<string[]> => {
  const all = await storedSubscriptionsOf(services.deps.database, accountId)
  return all
    .filter(({ id, state }) => id === from.subscriptionId || (from.allSubscriptions && isLive(state)))
    .map(({ id }) => id)
}

/** Switches every subscription to the card where possible; then throws the first failure that was not a refusal. */
const payAll = async (
  services: RenewalDeps,
  member: Member,
  paymentMethodId: string,
  from: CardTarget,
  { id: requestId, at: chosenAt }: CardRequestMoment,
): Promise<CardAssignment> => {
  const use: CardAssignment = { paid: [], waiting: [], refused: [] }
  const failed: unknown[] = []
  // A request of its own, separate from others with this id.
  const choice = { paymentMethodId, requestId: `card-${requestId}`, chosenAt }
  for (const id of await idsOf(services, member.accountId, from)) {
    try {
      const charge = await chooseCard(services, member, id, choice)
      if (charge === null) use.paid.push(id)
      else use.waiting.push({ ...charge, subscriptionId: id })
    } catch (thrown) {
      if (isPermanentRefusal(thrown)) use.refused.push({ subscriptionId: id, error: thrown })
      else failed.push(thrown)
    }
  }
  if (failed.length > 0) throw failed[0]
  return use
}

/** What a card pays, for the billing endpoints: each subscription is changed as its member would change it. */
export const createCardPayments = (services: RenewalDeps): SubscriptionPayments => ({
  check: async ({ accountId }, id) => void (await subscriptionOf(services, accountId, id)),
  pay: (member, paymentMethodId, from, request) => payAll(services, member, paymentMethodId, from, request),
})

/** The same for a card that was saved later: after a challenge, a lost answer, or the end of the process. */
export const createCardJobs = (services: RenewalDeps) => ({
  'card: pay subscriptions': async (payload: { readonly cardRequestId: string }): Promise<void> => {
    const { database, log } = services.deps
    const request = await cardRequestById(database, payload.cardRequestId)
    const account = request && (await accountById(database, request.accountId))
    if (!request || request.paymentMethodId === null || request.isApplied || !account) return
    const member = { accountId: request.accountId, email: account.email }
    const { refused } = await payAll(services, member, request.paymentMethodId, request, {
      id: request.id,
      at: request.createdAt,
    })
    // This is a job without a response; the member's list of cards shows which subscriptions use the card.
    for (const { subscriptionId, error } of refused)
      log.warn({ err: error, subscriptionId }, 'a subscription could not be given a new card')
    await inTransaction(services.deps, (tx) => markApplied(tx, request.id))
  },
})

import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { changeBilling, viewCardRequest } from '../calls.ts'
import type { CardGate } from './card-gates.ts'
import { cardStanding, keepCard } from './keep-card.ts'
import type { CardStanding } from './keep-card.ts'
import { makeDefault } from './payment-method-store.ts'
import type { PaymentTools } from './payments.ts'
import { paymentMethodOf } from './payments.ts'

interface Member {
  readonly accountId: string
  readonly email: string
}

/** Which subscriptions a card is to pay. */
export interface PaidFrom {
  readonly subscriptionId: string | null
  readonly allSubscriptions: boolean
}

/** Subscriptions are a room below this one: what it takes of them is handed in. */
export interface SubscriptionPayments {
  /** NOT_FOUND for a subscription that is not the member's. */
  readonly check: (member: Member, subscriptionId: string) => Promise<void>
  /**
   * Lets a kept card pay subscriptions; the same request again changes nothing. Answers which it pays now. ACTION_NOT_ALLOWED
   * when a subscription named by its id cannot be changed as it stands.
   */
  readonly pay: (
    member: Member,
    paymentMethodId: string,
    from: PaidFrom,
    requestId: string,
  ) => Promise<readonly string[]>
}

interface BillingHandlers {
  readonly changeBilling: Handler<typeof changeBilling>
  readonly viewCardRequest: Handler<typeof viewCardRequest>
}

const memberIn = ({ actor }: Pick<CallContext, 'actor'>): Member => {
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  return actor
}

const wireStanding = ({ request, status, challengeUrl }: CardStanding) => ({
  status,
  card_request_id: request.id,
  payment_method_id: request.paymentMethodId,
  challenge_url: challengeUrl,
})

const useKept = async ({ world }: PaymentTools, { accountId }: Member, id: string, isDefault: boolean) => {
  if (!(await paymentMethodOf(world.database, accountId, id))) throw new ShopError('NOT_FOUND')
  if (isDefault) await inTransaction(world, (work) => makeDefault(work.db, accountId, id))
}

/** The calls about what pays: another card for a member and for subscriptions (spec §7, `PUT /api/billing`). */
export const createBillingHandlers = (
  tools: PaymentTools,
  subscriptions: SubscriptionPayments,
  identityOf: (context: CallContext) => Promise<string | null>,
  gate: CardGate,
): BillingHandlers => {
  const { world } = tools

  const change: Handler<typeof changeBilling> = async (context, sent) => {
    const member = memberIn(context)
    const requestId = sent.request_id ?? world.ids.uuid()
    const from = { subscriptionId: sent.subscription_id ?? null, allSubscriptions: sent.all_subscriptions }
    if (from.subscriptionId !== null) await subscriptions.check(member, from.subscriptionId)
    const loamSessionToken = await identityOf(context)
    if ('payment_method_id' in sent.card) {
      const { payment_method_id } = sent.card
      await useKept(tools, member, payment_method_id, sent.make_default)
      const ids = await subscriptions.pay(member, payment_method_id, from, requestId)
      const kept = { status: 'kept', card_request_id: null, payment_method_id, challenge_url: null } as const
      return { ...kept, subscription_ids: [...ids], loamSessionToken }
    }
    const cardTry = await gate.read(context, sent, requestId)
    const brought = { token: sent.card.token, makeDefault: sent.make_default, cardTry }
    const standing = await keepCard(tools, { ...member, ...from, requestId, ...brought })
    if (standing.error !== null) throw new ShopError(standing.error)
    const { id, paymentMethodId } = standing.request
    const ids = paymentMethodId === null ? [] : await subscriptions.pay(member, paymentMethodId, from, id)
    return { ...wireStanding(standing), subscription_ids: [...ids], loamSessionToken }
  }

  return {
    changeBilling: change,
    viewCardRequest: async (context, { id }) => {
      const standing = await cardStanding(world.database, memberIn(context).accountId, id)
      if (!standing) throw new ShopError('NOT_FOUND')
      return wireStanding(standing)
    },
  }
}

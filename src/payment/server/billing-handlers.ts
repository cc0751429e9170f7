import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { changeBilling, viewCardRequest } from '../calls.ts'
import type { CardGate } from './card-gates.ts'
import { cardStanding, keepCard, markApplied } from './keep-card.ts'
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

/** A charge that is under way, as it travels. */
interface WaitsForCharge {
  readonly subscription_id: string
  readonly cycle_id: string
  readonly amount: string
  readonly on: string
}

/** The result of assigning a card to subscriptions. */
export interface CardUse {
  /** It pays these from now on. */
  readonly paid: string[]
  /** It pays these once their pending charge is settled. */
  readonly waiting: WaitsForCharge[]
  /** These cannot use it. */
  readonly refused: { readonly subscriptionId: string; readonly error: ShopError }[]
}

/** Subscriptions are a room below this one: what it takes of them is handed in. */
export interface SubscriptionPayments {
  /** NOT_FOUND for a subscription that is not the member's. */
  readonly check: (member: Member, subscriptionId: string) => Promise<void>
  /**
   * Assigns a saved card to subscriptions; the same request again changes nothing. A failure that is not a refusal is thrown
   * after the other subscriptions were changed.
   */
  readonly pay: (
    member: Member,
    paymentMethodId: string,
    from: PaidFrom,
    requestId: string,
  ) => Promise<CardUse>
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

/** Which subscriptions a card pays, now and later. The refusal of one that was asked for by its id is the answer. */
const wireUse = ({ paid, waiting, refused }: CardUse, { subscriptionId }: PaidFrom) => {
  const named = refused.find((one) => one.subscriptionId === subscriptionId)
  if (named) throw named.error
  return {
    subscription_ids: paid,
    waiting,
    refused: refused.map((one) => ({ subscription_id: one.subscriptionId, detail: one.error.detail })),
  }
}

const unused: CardUse = { paid: [], waiting: [], refused: [] }

const useKept = async ({ world }: PaymentTools, { accountId }: Member, id: string, isDefault: boolean) => {
  if (!(await paymentMethodOf(world.database, accountId, id))) throw new ShopError('NOT_FOUND')
  if (isDefault) await inTransaction(world, (work) => makeDefault(work.db, accountId, id))
}

/** Assigns the card of a request to the subscriptions it names; the job after the request then skips it. */
const payFrom = async (
  { world }: PaymentTools,
  { pay }: SubscriptionPayments,
  member: Member,
  { id, paymentMethodId, ...from }: CardStanding['request'],
): Promise<CardUse> => {
  if (paymentMethodId === null) return unused
  const use = await pay(member, paymentMethodId, from, id)
  await inTransaction(world, (work) => markApplied(work, id))
  return use
}

const viewRequest =
  ({ world }: PaymentTools): Handler<typeof viewCardRequest> =>
  async (context, { id }) => {
    const standing = await cardStanding(world.database, memberIn(context).accountId, id)
    if (!standing) throw new ShopError('NOT_FOUND')
    return wireStanding(standing)
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
      const use = await subscriptions.pay(member, payment_method_id, from, requestId)
      const kept = { status: 'kept', card_request_id: null, payment_method_id, challenge_url: null } as const
      return { ...kept, ...wireUse(use, from), loamSessionToken }
    }
    const cardTry = await gate.read(context, sent, { requestId, cardToken: sent.card.token })
    const brought = { token: sent.card.token, makeDefault: sent.make_default, cardTry }
    const standing = await keepCard(tools, { ...member, ...from, requestId, ...brought })
    if (standing.error !== null) throw new ShopError(standing.error)
    const use = await payFrom(tools, subscriptions, member, standing.request)
    return { ...wireStanding(standing), ...wireUse(use, from), loamSessionToken }
  }

  return {
    changeBilling: change,
    viewCardRequest: viewRequest(tools),
  }
}

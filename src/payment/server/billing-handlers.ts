import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { changeBilling, viewCardRequest } from '../endpoints.ts'
import type { CardGate } from '../charge/server/card-gates.ts'
import { cardRequestStatus, saveCard, markApplied } from './save-card.ts'
import type { CardRequestStatus } from './save-card.ts'
import { makeDefault } from '../card/server/payment-method-store.ts'
import type { PaymentServices } from '../charge/server/payments.ts'
import { pageChallengeOf, savedCardOf } from '../charge/server/payments.ts'
import { memberOf } from '#platform/request-context.ts'
import { wireSubscriptionCharge } from '#shared/subscription-charge.ts'
import type { SubscriptionCharge } from '#shared/subscription-charge.ts'

interface Member {
  readonly accountId: string
  readonly email: string
}

/** Which subscriptions a card is to pay. */
export interface CardTarget {
  readonly subscriptionId: string | null
  readonly allSubscriptions: boolean
}

/** The result of assigning a card to subscriptions. */
export interface CardAssignment {
  /** It pays these from now on. */
  readonly paid: string[]
  /** It pays these once their pending charge is settled. */
  readonly waiting: SubscriptionCharge[]
  /** These cannot use it. */
  readonly refused: { readonly subscriptionId: string; readonly error: ShopError }[]
}

/** A request for a card, and when its member made it. */
export interface CardRequestMoment {
  readonly id: string
  readonly at: Temporal.Instant
}

/** Subscriptions are in a later module: what is needed of them is injected. */
export interface SubscriptionPayments {
  /** NOT_FOUND for a subscription that is not the member's. */
  readonly check: (member: Member, subscriptionId: string) => Promise<void>
  /**
   * Assigns a saved card to subscriptions; the same request again changes nothing, and a request does not replace a card
   * that was chosen after it. A failure that is not a refusal is thrown after the other subscriptions were changed.
   */
  readonly pay: (
    member: Member,
    paymentMethodId: string,
    target: CardTarget,
    request: CardRequestMoment,
  ) => Promise<CardAssignment>
}

interface BillingHandlers {
  readonly changeBilling: Handler<typeof changeBilling>
  readonly viewCardRequest: Handler<typeof viewCardRequest>
}

const wireStatus = ({ request, status, challengeUrl }: CardRequestStatus) => ({
  status,
  card_request_id: request.id,
  payment_method_id: request.paymentMethodId,
  challenge_url: challengeUrl,
})

/** The same for a card that was saved before. */
const wireSaved = (paymentMethodId: string) =>
  ({
    status: 'saved',
    card_request_id: null,
    payment_method_id: paymentMethodId,
    challenge_url: null,
  }) as const

/** Which subscriptions a card pays, now and later. The refusal of one that was requested by its id is the response. */
const wireAssignment = ({ paid, waiting, refused }: CardAssignment, { subscriptionId }: CardTarget) => {
  const named = refused.find((one) => one.subscriptionId === subscriptionId)
  if (named) throw named.error
  return {
    subscription_ids: paid,
    waiting: waiting.map(wireSubscriptionCharge),
    refused: refused.map((one) => ({ subscription_id: one.subscriptionId, detail: one.error.detail })),
  }
}

const noAssignment: CardAssignment = { paid: [], waiting: [], refused: [] }

const useSavedCard = async (
  { deps }: PaymentServices,
  { accountId }: Member,
  id: string,
  isDefault: boolean,
) => {
  if (!(await savedCardOf(deps.database, accountId, id))) throw new ShopError('NOT_FOUND')
  if (isDefault) await inTransaction(deps, (tx) => makeDefault(tx.db, accountId, id))
}

/** Assigns the card of a request to the subscriptions it names; the job after the request then skips it. */
const assignCard = async (
  { deps }: PaymentServices,
  { pay }: SubscriptionPayments,
  member: Member,
  { id, paymentMethodId, createdAt, ...target }: CardRequestStatus['request'],
): Promise<CardAssignment> => {
  if (paymentMethodId === null) return noAssignment
  const assignment = await pay(member, paymentMethodId, target, { id, at: createdAt })
  await inTransaction(deps, (tx) => markApplied(tx, id))
  return assignment
}

const viewRequest =
  (services: PaymentServices): Handler<typeof viewCardRequest> =>
  async (context, { id }) => {
    const { database } = services.deps
    const requestStatus = await cardRequestStatus(database, memberOf(context).accountId, id)
    if (!requestStatus) throw new ShopError('NOT_FOUND')
    const page_challenge = await pageChallengeOf(services, requestStatus.charge)
    return { ...wireStatus(requestStatus), page_challenge }
  }

/** The endpoints about cards: another card for a member and for subscriptions (spec §7, `PUT /api/billing`). */
export const createBillingHandlers = (
  services: PaymentServices,
  subscriptions: SubscriptionPayments,
  identityOf: (context: RequestContext) => Promise<string | null>,
  gate: CardGate,
): BillingHandlers => {
  const { deps } = services

  const change: Handler<typeof changeBilling> = async (context, payload) => {
    const member = memberOf(context)
    const requestId = payload.request_id ?? deps.ids.uuid()
    const target = {
      subscriptionId: payload.subscription_id ?? null,
      allSubscriptions: payload.all_subscriptions,
    }
    if (target.subscriptionId !== null) await subscriptions.check(member, target.subscriptionId)
    const loamSessionToken = await identityOf(context)
    if ('payment_method_id' in payload.card) {
      const { payment_method_id } = payload.card
      await useSavedCard(services, member, payment_method_id, payload.make_default)
      const moment = { id: requestId, at: deps.clock.now() }
      const assignment = await subscriptions.pay(member, payment_method_id, target, moment)
      return { ...wireSaved(payment_method_id), ...wireAssignment(assignment, target), loamSessionToken }
    }
    const cardAttempt = await gate.read(context, payload, { requestId, cardToken: payload.card.token })
    const { locale } = context
    const newCard = { token: payload.card.token, makeDefault: payload.make_default, cardAttempt, locale }
    const requestStatus = await saveCard(services, { ...member, ...target, requestId, ...newCard })
    if (requestStatus.error !== null) throw new ShopError(requestStatus.error)
    const assignment = await assignCard(services, subscriptions, member, requestStatus.request)
    return { ...wireStatus(requestStatus), ...wireAssignment(assignment, target), loamSessionToken }
  }

  return {
    changeBilling: change,
    viewCardRequest: viewRequest(services),
  }
}

import { Stripe } from 'stripe'
import { ShopError } from '#shared/errors.ts'
import type { RefundOutcome } from '../../refund/rules/refund.ts'
import type { CardDetails, ChargeRecord, RefundRecord, Period, RefundRequest } from './processor.ts'
import { centsOfStripe, stripeAmount } from '#shared/stripe-amount.ts'
import { cardDetailsOf } from './stripe-outcome.ts'

export interface StripeRecordDeps {
  readonly stripe: Stripe
  /** Writes down what Stripe's client threw; anything else is thrown on. */
  readonly report: (thrown: unknown) => void
  readonly areKeysExpired: (requestedAt: Temporal.Instant) => boolean
}

/** Whether Stripe does not know that id. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Stripe.errors.StripeInvalidRequestError && thrown.code === 'resource_missing'

/** A saved card as Stripe has it now. */
export const readSavedCard = async (
  { stripe, report }: StripeRecordDeps,
  processorMethod: string,
): Promise<CardDetails | null> => {
  try {
    const method = await stripe.paymentMethods.retrieve(processorMethod)
    return method.customer === null ? null : cardDetailsOf(method)
  } catch (thrown) {
    if (isMissing(thrown)) return null
    report(thrown)
    throw new ShopError('SHOP_BUSY', { cause: thrown })
  }
}

const stateOfRefund = ({ status }: Stripe.Refund): RefundRecord['state'] => {
  if (status === 'failed' || status === 'canceled') return 'refused'
  return status === 'succeeded' ? 'refunded' : 'pending'
}

const outcomeOf = (refund: Stripe.Refund, requested: number): RefundOutcome => {
  const state = stateOfRefund(refund)
  // Not what was asked for: it stays open, and `reconcile` names it.
  if (centsOfStripe(refund.amount, refund.currency) !== requested && state !== 'refused')
    return { state: 'unknown' }
  const { id: processorRefund, status, failure_reason: failureReason } = refund
  return state === 'refused'
    ? { state, reason: failureReason ?? status ?? 'refused', processorRefund }
    : { state, processorRefund }
}

/** A refund whose key does not lead to it is listed with its charge, or never happened. */
const findRefund = async (
  { stripe }: StripeRecordDeps,
  request: RefundRequest,
): Promise<Stripe.Refund | null> => {
  const refunds = stripe.refunds.list({ payment_intent: request.processorCharge, limit: 100 })
  for await (const refund of refunds)
    if (refund.metadata?.['idempotency_key'] === request.idempotencyKey) return refund
  return null
}

const refundFor = async (deps: StripeRecordDeps, request: RefundRequest): Promise<Stripe.Refund> => {
  const { stripe } = deps
  const { processorRefund, processorCharge: payment_intent, idempotencyKey } = request
  const amount = stripeAmount(request.amountCents, request.currency)
  if (processorRefund !== null) return stripe.refunds.retrieve(processorRefund)
  const old = deps.areKeysExpired(request.requestedAt) ? await findRefund(deps, request) : null
  if (old !== null) return old
  const metadata = { idempotency_key: idempotencyKey }
  try {
    return await stripe.refunds.create({ payment_intent, amount, metadata }, { idempotencyKey })
  } catch (thrown) {
    // Stripe repeats an error of its own for the same key, also when the refund was made.
    const made =
      thrown instanceof Stripe.errors.StripeAPIError && (thrown.statusCode ?? 0) >= 500
        ? await findRefund(deps, request)
        : null
    if (made === null) throw thrown
    return made
  }
}

/** The refund of the port. */
export const requestRefund = async (
  deps: StripeRecordDeps,
  request: RefundRequest,
): Promise<RefundOutcome> => {
  try {
    return outcomeOf(await refundFor(deps, request), request.amountCents)
  } catch (thrown) {
    deps.report(thrown)
    if (!(thrown instanceof Stripe.errors.StripeInvalidRequestError)) return { state: 'unknown' }
    return { state: 'refused', reason: thrown.code ?? 'refused', processorRefund: null }
  }
}

const secondsOf = (moment: Temporal.Instant): number => Math.floor(moment.epochMilliseconds / 1_000)

/** The parameters of a list of that period. */
export const within = ({ from, to }: Period) => ({
  created: { gte: secondsOf(from), lt: secondsOf(to) },
  limit: 100,
})

const stateOf = ({ status, last_payment_error: error }: Stripe.PaymentIntent): ChargeRecord['state'] => {
  if (status === 'succeeded') return 'succeeded'
  return status === 'canceled' || (status === 'requires_payment_method' && error !== null) ? 'failed' : 'open'
}

/** Every intent of the period that could take money. */
export async function* listCharges(
  { stripe }: StripeRecordDeps,
  period: Period,
): AsyncGenerator<ChargeRecord> {
  for await (const intent of stripe.paymentIntents.list(within(period)))
    yield {
      processorCharge: intent.id,
      idempotencyKey: intent.metadata['idempotency_key'] ?? null,
      state: stateOf(intent),
      amountCents: centsOfStripe(
        intent.status === 'succeeded' ? intent.amount_received : intent.amount,
        intent.currency,
      ),
      currency: intent.currency.toUpperCase(),
    }
}

/** The id of what Stripe names, or includes. */
export const idOf = (named: string | { readonly id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null)

const refundRecord = (refund: Stripe.Refund): RefundRecord => ({
  processorRefund: refund.id,
  processorCharge: idOf(refund.payment_intent),
  idempotencyKey: refund.metadata?.['idempotency_key'] ?? null,
  state: stateOfRefund(refund),
  amountCents: centsOfStripe(refund.amount, refund.currency),
  currency: refund.currency.toUpperCase(),
})

/** Every refund of the period. */
export async function* listRefunds(
  { stripe }: StripeRecordDeps,
  period: Period,
): AsyncGenerator<RefundRecord> {
  for await (const refund of stripe.refunds.list(within(period))) yield refundRecord(refund)
}

/** All refunds of a charge. Throws SHOP_BUSY when Stripe does not answer. */
export const refundsOf = async (
  { stripe, report }: StripeRecordDeps,
  payment_intent: string,
): Promise<RefundRecord[]> => {
  try {
    const refunds: RefundRecord[] = []
    for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 }))
      refunds.push(refundRecord(refund))
    // Oldest first, as they are recorded.
    return refunds.toReversed()
  } catch (thrown) {
    report(thrown)
    throw new ShopError('SHOP_BUSY', { cause: thrown })
  }
}

import { Stripe } from 'stripe'
import { ShopError } from '#shared/errors.ts'
import { DisputeState } from '../rules/dispute-state.ts'
import type {
  DisputeEvidence,
  DisputePort,
  DisputeRecord,
  FraudWarningRecord,
  MovementRecord,
} from './dispute-port.ts'
import { idOf, isMissing, within } from './stripe-records.ts'
import type { StripeRecordDeps } from './stripe-records.ts'
import { centsOfStripe } from '#shared/stripe-amount.ts'

type DisputeDeps = Pick<StripeRecordDeps, 'stripe' | 'report'>

/** The parts of the fee are in the transaction that took the money; Stripe gives it back in the one that gives that back. */
const movementOf = ({ id, amount, fee, currency }: Stripe.BalanceTransaction): MovementRecord => ({
  id,
  cents: centsOfStripe(amount, currency),
  feeCents: centsOfStripe(fee, currency),
  currency: currency.toUpperCase(),
})

const instantOf = (seconds: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)

/** Throws for a state that this version of the shop does not know: nothing is recorded that might be wrong. */
const recordOf = (dispute: Stripe.Dispute): DisputeRecord => ({
  processorDispute: dispute.id,
  processorCharge: idOf(dispute.payment_intent),
  state: DisputeState.parse(dispute.status),
  reason: dispute.reason,
  networkReason:
    dispute.payment_method_details?.card?.network_reason_code ?? dispute.network_reason_code ?? null,
  amountCents: centsOfStripe(dispute.amount, dispute.currency),
  currency: dispute.currency.toUpperCase(),
  isChargeRefundable: dispute.is_charge_refundable,
  evidenceDueAt: dispute.evidence_details.due_by ? instantOf(dispute.evidence_details.due_by) : null,
  submissions: dispute.evidence_details.submission_count,
  openedAt: instantOf(dispute.created),
  movements: dispute.balance_transactions.map(movementOf),
})

const warningOf = (warning: Stripe.Radar.EarlyFraudWarning): FraudWarningRecord => ({
  processorWarning: warning.id,
  processorCharge: idOf(warning.payment_intent ?? null),
  fraudType: warning.fraud_type,
  warnedAt: instantOf(warning.created),
})

/** What `ask` answers; null where Stripe knows no such thing. SHOP_BUSY when it does not answer. */
const answered = async <T>({ report }: DisputeDeps, ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await ask()
  } catch (thrown) {
    if (isMissing(thrown)) return null
    report(thrown)
    throw new ShopError('SHOP_BUSY', { cause: thrown })
  }
}

const refusedNow = (thrown: unknown): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'The processor does not take this any more: the dispute is answered or closed.',
    data: { reason: 'dispute-closed' },
    cause: thrown,
  })

/** As `answered`, for what Stripe may refuse. */
const carriedOut = async <T>(deps: DisputeDeps, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (thrown) {
    deps.report(thrown)
    if (thrown instanceof Stripe.errors.StripeInvalidRequestError) throw refusedNow(thrown)
    throw new ShopError('SHOP_BUSY', { cause: thrown })
  }
}

const submit = async ({ stripe }: DisputeDeps, id: string, evidence: DisputeEvidence): Promise<void> => {
  const { name, bytes } = evidence.file
  const file = await stripe.files.create({
    purpose: 'dispute_evidence',
    file: { data: bytes, name, type: 'application/pdf' },
  })
  await stripe.disputes.update(id, {
    evidence: {
      product_description: evidence.productDescription,
      customer_name: evidence.customerName,
      customer_email_address: evidence.customerEmail,
      billing_address: evidence.billingAddress,
      shipping_address: evidence.shippingAddress,
      shipping_carrier: evidence.shippingCarrier,
      shipping_date: evidence.shippingDate,
      shipping_tracking_number: evidence.shippingTracking,
      access_activity_log: evidence.activityLog,
      refund_policy_disclosure: evidence.refundPolicy,
      cancellation_policy_disclosure: evidence.cancellationPolicy,
      uncategorized_text: evidence.summary,
      uncategorized_file: file.id,
    },
    submit: true,
  })
}

/** The disputes of the port. */
export const stripeDisputes = (deps: DisputeDeps): DisputePort => ({
  read: async (id) => {
    const dispute = await answered(deps, () => deps.stripe.disputes.retrieve(id))
    return dispute && recordOf(dispute)
  },
  list: async function* (period) {
    for await (const dispute of deps.stripe.disputes.list(within(period))) yield recordOf(dispute)
  },
  submit: (id, evidence) => carriedOut(deps, () => submit(deps, id, evidence)),
  accept: async (id) => void (await carriedOut(deps, () => deps.stripe.disputes.close(id))),
  readFraudWarning: async (id) => {
    const warning = await answered(deps, () => deps.stripe.radar.earlyFraudWarnings.retrieve(id))
    return warning && warningOf(warning)
  },
})

import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Account, StoredDispute } from '../account/account.ts'
import { record } from '../account/account.ts'
import { closeDispute } from '../account/reports.ts'
import { find, viewDispute } from '../account/views.ts'
import { isWithin, pageOf } from '../wire/list-page.ts'
import {
  boolean,
  emptyable,
  expand,
  metadata,
  pagination,
  parameters,
  range,
  text,
  unmodelled,
} from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import { changedMetadata } from './confirmation.ts'

const evidenceText = z.string().max(20_000).optional()

const evidence = parameters<Stripe.DisputeUpdateParams.Evidence>()({
  access_activity_log: evidenceText,
  appeal: unmodelled,
  billing_address: evidenceText,
  cancellation_policy: unmodelled,
  cancellation_policy_disclosure: evidenceText,
  cancellation_rebuttal: evidenceText,
  customer_communication: unmodelled,
  customer_email_address: evidenceText,
  customer_name: evidenceText,
  customer_purchase_ip: evidenceText,
  customer_signature: unmodelled,
  duplicate_charge_documentation: unmodelled,
  duplicate_charge_explanation: evidenceText,
  duplicate_charge_id: evidenceText,
  enhanced_evidence: unmodelled,
  product_description: evidenceText,
  receipt: unmodelled,
  refund_policy: unmodelled,
  refund_policy_disclosure: evidenceText,
  refund_refusal_explanation: evidenceText,
  service_date: evidenceText,
  service_documentation: unmodelled,
  shipping_address: evidenceText,
  shipping_carrier: evidenceText,
  shipping_date: evidenceText,
  shipping_documentation: unmodelled,
  shipping_tracking_number: evidenceText,
  uncategorized_file: text.optional(),
  uncategorized_text: evidenceText,
})

export const updateParameters = parameters<Stripe.DisputeUpdateParams>()({
  evidence: evidence.optional(),
  expand,
  intended_submission_method: unmodelled,
  metadata: emptyable(metadata).optional(),
  submit: boolean.optional(),
})
export const retrieveParameters = parameters<Stripe.DisputeRetrieveParams>()({ expand })
export const closeParameters = parameters<Stripe.DisputeCloseParams>()({ expand })
export const listParameters = parameters<Stripe.DisputeListParams>()({
  ...pagination,
  charge: text.optional(),
  created: range.optional(),
  expand,
  payment_intent: text.optional(),
})

const open = new Set<string>(['needs_response', 'warning_needs_response'])

const assertOpen = (dispute: StoredDispute): void => {
  if (!open.has(dispute.status))
    throw StripeFault.invalid('This dispute is already closed', { param: 'dispute' })
}

/** Test disputes are decided by what the evidence says. Source: docs.stripe.com/testing. */
const decide = (account: Account, dispute: StoredDispute, words: string | null): void => {
  const decision = words === 'winning_evidence' ? 'won' : words === 'losing_evidence' ? 'lost' : null
  if (decision) account.later.push(() => closeDispute(account, dispute, decision))
}

/** Unless `submit` is false the evidence goes to the bank, once. */
export const updateDispute = (
  account: Account,
  request: Stripe.DisputeUpdateParams,
  id: string,
): Stripe.Dispute => {
  const dispute = find(account.disputes, 'dispute', id)
  if (request.evidence) assertOpen(dispute)
  const { uncategorized_file: fileId } = request.evidence ?? {}
  if (fileId !== undefined) find(account.files, 'file', fileId)
  dispute.metadata = changedMetadata(dispute.metadata, request.metadata)
  if (request.evidence) {
    const { appeal: _, enhanced_evidence: __, ...given } = request.evidence
    dispute.evidence = { ...dispute.evidence, ...given }
    dispute.evidence_details = { ...dispute.evidence_details, has_evidence: true }
  }
  if (request.evidence && request.submit !== false) {
    const { submission_count: count } = dispute.evidence_details
    dispute.status = dispute.status === 'needs_response' ? 'under_review' : 'warning_under_review'
    dispute.evidence_details = {
      ...dispute.evidence_details,
      submission_count: count + 1,
      submission_method: 'manual',
    }
    decide(account, dispute, dispute.evidence.uncategorized_text)
  }
  record(account, (common) => ({ ...common, type: 'charge.dispute.updated', data: { object: dispute } }))
  return viewDispute(account, dispute, request.expand)
}

/** Gives the dispute up: it is lost, and that cannot be undone. */
export const closeByShop = (
  account: Account,
  request: Stripe.DisputeCloseParams,
  id: string,
): Stripe.Dispute => {
  const dispute = find(account.disputes, 'dispute', id)
  assertOpen(dispute)
  closeDispute(account, dispute, 'lost')
  return viewDispute(account, dispute, request.expand)
}

export const retrieveDispute = (
  account: Account,
  request: Stripe.DisputeRetrieveParams,
  id: string,
): Stripe.Dispute => viewDispute(account, find(account.disputes, 'dispute', id), request.expand)

export const listDisputes = (
  account: Account,
  request: Stripe.DisputeListParams,
): Stripe.ApiList<Stripe.Dispute> => {
  const wanted = [...account.disputes.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.charge === undefined || one.charge === request.charge) &&
      (request.payment_intent === undefined || one.payment_intent === request.payment_intent),
  )
  return pageOf('/v1/disputes', wanted, request, (one, paths) => viewDispute(account, one, paths))
}

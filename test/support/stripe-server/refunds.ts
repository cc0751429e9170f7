import { record, text, type Form } from './form-body.ts'
import { findIntent, type StoredRefund, type StripeState } from './intents.ts'
import { invalidRequest, noSuch } from './stripe-refusal.ts'

export const createRefund = (state: StripeState, form: Form): StoredRefund => {
  const intent = findIntent(state, text(form, 'payment_intent') ?? '')
  const amount = Number(text(form, 'amount') ?? intent.amount - intent.refunded)
  if (intent.status !== 'succeeded')
    throw invalidRequest('payment_intent_unexpected_state', 'This PaymentIntent has no charge to refund.')
  if (intent.refunded === intent.amount)
    throw invalidRequest('charge_already_refunded', 'Charge has already been refunded.')
  if (intent.refunded + amount > intent.amount)
    throw invalidRequest('amount_too_large', 'Refund amount is greater than unrefunded amount.', 'amount')
  const status = intent.method?.failsRefunds ? 'failed' : 'succeeded'
  if (status === 'succeeded') intent.refunded += amount
  const refund: StoredRefund = {
    id: state.newId('re'),
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    metadata: record(form, 'metadata'),
    created: state.now(),
    status,
  }
  state.refunds.set(refund.id, refund)
  state.emit(status === 'failed' ? 'refund.failed' : 'refund.created', refund)
  return refund
}

export const findRefund = (state: StripeState, id: string): StoredRefund => {
  const refund = state.refunds.get(id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

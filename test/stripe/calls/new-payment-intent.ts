import type { Stripe } from 'stripe'
import type { Account, StoredIntent } from '../account/account.ts'
import { changedMetadata } from './confirmation.ts'

const emptyAtFirst = {
  application: null,
  application_fee_amount: null,
  canceled_at: null,
  cancellation_reason: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_record: null,
  processing: null,
  review: null,
  source: null,
  statement_descriptor: null,
  transfer_data: null,
} satisfies Partial<StoredIntent>

const automaticOf = (
  request: Stripe.PaymentIntentCreateParams,
): StoredIntent['automatic_payment_methods'] => {
  if (request.automatic_payment_methods)
    return { allow_redirects: 'always', ...request.automatic_payment_methods }
  return request.allowed_payment_method_types ? null : { allow_redirects: 'always', enabled: true }
}

const shippingOf = ({
  address,
  carrier = '',
  name,
  phone = '',
  tracking_number = '',
}: Stripe.PaymentIntentCreateParams.Shipping): StoredIntent['shipping'] => ({
  address: {
    city: address.city ?? null,
    country: address.country ?? null,
    line1: address.line1 ?? null,
    line2: address.line2 ?? null,
    postal_code: address.postal_code ?? null,
    state: address.state ?? null,
  },
  carrier: carrier || null,
  name,
  phone: phone || null,
  tracking_number: tracking_number || null,
})

/** A new intent, without a payment method yet and not stored. */
export const intentOf = (account: Account, request: Stripe.PaymentIntentCreateParams): StoredIntent => {
  const id = account.newId('pi')
  return {
    id,
    object: 'payment_intent',
    ...emptyAtFirst,
    allowed_payment_method_types: request.allowed_payment_method_types ?? null,
    amount: request.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: automaticOf(request),
    capture_method: request.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_standin`,
    confirmation_method: 'automatic',
    created: account.now(),
    currency: request.currency,
    customer: request.customer ?? null,
    description: request.description ?? null,
    livemode: false,
    metadata: changedMetadata(null, request.metadata),
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: [...(request.allowed_payment_method_types ?? ['card'])],
    receipt_email: request.receipt_email ?? null,
    shipping: request.shipping ? shippingOf(request.shipping) : null,
    setup_future_usage: request.setup_future_usage ?? null,
    statement_descriptor_suffix: request.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_group: request.transfer_group ?? null,
  }
}

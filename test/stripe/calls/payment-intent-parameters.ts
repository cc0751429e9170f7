import type { Stripe } from 'stripe'
import { z } from 'zod'
import {
  address,
  boolean,
  emptyable,
  expand,
  integer,
  listOf,
  metadata,
  oneOf,
  pagination,
  parameters,
  range,
  text,
  unmodelled,
} from '../wire/parameters.ts'
type Create = Stripe.PaymentIntentCreateParams
const shipping = z.strictObject({
  address,
  name: text,
  carrier: text.optional(),
  phone: text.optional(),
  tracking_number: text.optional(),
})
export const mandateData = z.strictObject({
  customer_acceptance: parameters<Stripe.PaymentIntentCreateParams.MandateData.CustomerAcceptance>()({
    type: oneOf<Stripe.PaymentIntentCreateParams.MandateData.CustomerAcceptance.Type>({
      offline: 'offline',
      online: 'online',
    }),
    accepted_at: integer.optional(),
    offline: z.strictObject({}).optional(),
    online: z.strictObject({ ip_address: text, user_agent: text }).optional(),
  }),
})
const setupFutureUsage = oneOf<Create['setup_future_usage']>({
  off_session: 'off_session',
  on_session: 'on_session',
})
const offSession = z.union([
  boolean,
  oneOf<Stripe.PaymentIntentCreateParams.OffSession>({ one_off: 'one_off', recurring: 'recurring' }),
])
/** Only cards and Link are modeled. */
export const allowedTypes = listOf(z.literal(['card', 'link'], 'unmodelled')).optional()
type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card
export const threeDSecure = oneOf<CardOptions['request_three_d_secure']>({
  any: 'any',
  automatic: 'automatic',
  challenge: 'challenge',
})
export const credentialUsage = oneOf<CardOptions['stored_credential_usage']>({
  installment: 'installment',
  recurring: 'recurring',
  unscheduled: 'unscheduled',
})
const cardOptions = parameters<CardOptions>()({
  capture_method: unmodelled,
  cvc_token: unmodelled,
  installments: unmodelled,
  mandate_options: unmodelled,
  moto: unmodelled,
  network: unmodelled,
  request_extended_authorization: unmodelled,
  request_incremental_authorization: unmodelled,
  request_multicapture: unmodelled,
  request_overcapture: unmodelled,
  request_three_d_secure: threeDSecure.optional(),
  require_cvc_recollection: unmodelled,
  setup_credential_usage: credentialUsage.optional(),
  setup_future_usage: unmodelled,
  statement_descriptor_suffix_kana: unmodelled,
  statement_descriptor_suffix_kanji: unmodelled,
  stored_credential_usage: credentialUsage.optional(),
  three_d_secure: unmodelled,
})
/** Of the kinds of payment methods only cards; another one is refused as not modeled. */
const paymentOptions = z.object({ card: cardOptions.optional() }).catchall(unmodelled).optional()
const captureMethod = oneOf<Create['capture_method']>({
  automatic: 'automatic',
  automatic_async: 'automatic_async',
  manual: 'manual',
})
export const createParameters = parameters<Create>()({
  amount: integer,
  currency: text,
  allowed_payment_method_types: allowedTypes,
  amount_details: unmodelled,
  application_fee_amount: unmodelled,
  automatic_payment_methods: parameters<Stripe.PaymentIntentCreateParams.AutomaticPaymentMethods>()({
    enabled: boolean,
    allow_redirects: oneOf<Stripe.PaymentIntentCreateParams.AutomaticPaymentMethods.AllowRedirects>({
      always: 'always',
      never: 'never',
    }).optional(),
  }).optional(),
  capture_method: captureMethod.optional(),
  confirm: boolean.optional(),
  confirmation_method: oneOf<Create['confirmation_method']>({
    automatic: 'automatic',
    manual: 'manual',
  }).optional(),
  confirmation_token: text.optional(),
  customer: text.optional(),
  customer_account: unmodelled,
  description: text.optional(),
  error_on_requires_action: boolean.optional(),
  excluded_payment_method_types: unmodelled,
  expand,
  hooks: unmodelled,
  mandate: unmodelled,
  mandate_data: emptyable(mandateData).optional(),
  metadata: metadata.optional(),
  off_session: offSession.optional(),
  on_behalf_of: unmodelled,
  payment_details: unmodelled,
  payment_method: text.optional(),
  payment_method_configuration: unmodelled,
  payment_method_data: unmodelled,
  payment_method_options: paymentOptions,
  radar_options: unmodelled,
  receipt_email: text.optional(),
  return_url: text.optional(),
  setup_future_usage: setupFutureUsage.optional(),
  shipping: shipping.optional(),
  statement_descriptor: unmodelled,
  statement_descriptor_suffix: text.optional(),
  transfer_data: unmodelled,
  transfer_group: text.optional(),
  use_stripe_sdk: boolean.optional(),
})

type Confirm = Stripe.PaymentIntentConfirmParams
export const confirmParameters = parameters<Confirm>()({
  allowed_payment_method_types: allowedTypes,
  amount_details: unmodelled,
  amount_to_confirm: unmodelled,
  capture_method: captureMethod.optional(),
  confirmation_token: text.optional(),
  error_on_requires_action: boolean.optional(),
  excluded_payment_method_types: unmodelled,
  expand,
  hooks: unmodelled,
  mandate: unmodelled,
  mandate_data: emptyable(mandateData).optional(),
  off_session: offSession.optional(),
  payment_details: unmodelled,
  payment_method: text.optional(),
  payment_method_data: unmodelled,
  payment_method_options: paymentOptions,
  radar_options: unmodelled,
  receipt_email: emptyable(text).optional(),
  return_url: text.optional(),
  setup_future_usage: emptyable(setupFutureUsage).optional(),
  shipping: emptyable(shipping).optional(),
  use_stripe_sdk: boolean.optional(),
})

type Update = Stripe.PaymentIntentUpdateParams
export const updateParameters = parameters<Update>()({
  allowed_payment_method_types: unmodelled,
  amount: integer.optional(),
  amount_details: unmodelled,
  application_fee_amount: unmodelled,
  capture_method: unmodelled,
  currency: unmodelled,
  customer: text.optional(),
  customer_account: unmodelled,
  description: text.optional(),
  excluded_payment_method_types: unmodelled,
  expand,
  hooks: unmodelled,
  metadata: emptyable(metadata).optional(),
  payment_details: unmodelled,
  payment_method: unmodelled,
  payment_method_configuration: unmodelled,
  payment_method_data: unmodelled,
  payment_method_options: unmodelled,
  receipt_email: emptyable(text).optional(),
  setup_future_usage: emptyable(setupFutureUsage).optional(),
  shipping: unmodelled,
  statement_descriptor: unmodelled,
  statement_descriptor_suffix: unmodelled,
  transfer_data: unmodelled,
  transfer_group: unmodelled,
})

type Capture = Stripe.PaymentIntentCaptureParams
export const captureParameters = parameters<Capture>()({
  amount_details: unmodelled,
  amount_to_capture: integer.optional(),
  application_fee_amount: unmodelled,
  expand,
  final_capture: unmodelled,
  hooks: unmodelled,
  metadata: emptyable(metadata).optional(),
  payment_details: unmodelled,
  statement_descriptor: unmodelled,
  statement_descriptor_suffix: unmodelled,
  transfer_data: unmodelled,
})

type Cancel = Stripe.PaymentIntentCancelParams
export const cancelParameters = parameters<Cancel>()({
  cancellation_reason: oneOf<Cancel['cancellation_reason']>({
    abandoned: 'abandoned',
    duplicate: 'duplicate',
    fraudulent: 'fraudulent',
    requested_by_customer: 'requested_by_customer',
  }).optional(),
  expand,
})

export const retrieveParameters = parameters<Stripe.PaymentIntentRetrieveParams>()({
  client_secret: text.optional(),
  expand,
})

export const listParameters = parameters<Stripe.PaymentIntentListParams>()({
  ...pagination,
  created: range.optional(),
  customer: text.optional(),
  customer_account: unmodelled,
  expand,
})

export const searchParameters = parameters<Stripe.PaymentIntentSearchParams>()({
  query: text,
  expand,
  limit: pagination.limit,
  page: unmodelled,
})

import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Account, StoredSetup } from '../account/account.ts'
import { record } from '../account/account.ts'
import { setUp } from '../account/setups.ts'
import { find, viewSetup } from '../account/views.ts'
import { isWithin, pageOf } from '../wire/list-page.ts'
import {
  boolean,
  emptyable,
  expand,
  metadata,
  oneOf,
  pagination,
  parameters,
  range,
  text,
  unmodelled,
} from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import { assertCustomer, assertReturn, changedMetadata, choose, confirmationOf } from './confirmation.ts'
import { allowedTypes, credentialUsage, mandateData, threeDSecure } from './payment-intent-parameters.ts'

type Create = Stripe.SetupIntentCreateParams
type Confirm = Stripe.SetupIntentConfirmParams
type Cancel = Stripe.SetupIntentCancelParams

const cardOptions = parameters<Stripe.SetupIntentCreateParams.PaymentMethodOptions.Card>()({
  mandate_options: unmodelled,
  moto: unmodelled,
  network: unmodelled,
  request_three_d_secure: threeDSecure.optional(),
  setup_credential_usage: credentialUsage.optional(),
  three_d_secure: unmodelled,
})
const paymentOptions = z.object({ card: cardOptions.optional() }).catchall(unmodelled).optional()

export const createParameters = parameters<Create>()({
  allowed_payment_method_types: allowedTypes,
  attach_to_self: unmodelled,
  automatic_payment_methods: parameters<Stripe.SetupIntentCreateParams.AutomaticPaymentMethods>()({
    enabled: boolean,
    allow_redirects: oneOf<Stripe.SetupIntentCreateParams.AutomaticPaymentMethods.AllowRedirects>({
      always: 'always',
      never: 'never',
    }).optional(),
  }).optional(),
  confirm: boolean.optional(),
  confirmation_token: text.optional(),
  customer: text.optional(),
  customer_account: unmodelled,
  description: text.optional(),
  excluded_payment_method_types: unmodelled,
  expand,
  flow_directions: unmodelled,
  mandate_data: emptyable(mandateData).optional(),
  metadata: metadata.optional(),
  on_behalf_of: unmodelled,
  payment_method: text.optional(),
  payment_method_configuration: unmodelled,
  payment_method_data: unmodelled,
  payment_method_options: paymentOptions,
  return_url: text.optional(),
  single_use: unmodelled,
  usage: oneOf<Create['usage']>({ off_session: 'off_session', on_session: 'on_session' }).optional(),
  use_stripe_sdk: boolean.optional(),
})

export const confirmParameters = parameters<Confirm>()({
  allowed_payment_method_types: allowedTypes,
  confirmation_token: text.optional(),
  expand,
  mandate_data: emptyable(mandateData).optional(),
  payment_method: text.optional(),
  payment_method_data: unmodelled,
  payment_method_options: paymentOptions,
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
})

export const cancelParameters = parameters<Cancel>()({
  cancellation_reason: oneOf<Cancel['cancellation_reason']>({
    abandoned: 'abandoned',
    duplicate: 'duplicate',
    requested_by_customer: 'requested_by_customer',
  }).optional(),
  expand,
})

export const retrieveParameters = parameters<Stripe.SetupIntentRetrieveParams>()({
  client_secret: text.optional(),
  expand,
})

export const listParameters = parameters<Stripe.SetupIntentListParams>()({
  ...pagination,
  attach_to_self: unmodelled,
  created: range.optional(),
  customer: text.optional(),
  customer_account: unmodelled,
  expand,
  payment_method: text.optional(),
})

const findSetup = (account: Account, id: string): StoredSetup =>
  find(account.setups, 'setupintent', id, 'intent')

const unexpected = (setup: StoredSetup, message: string): StripeFault =>
  StripeFault.invalid(message, {
    code: 'setup_intent_unexpected_state',
    setup_intent: structuredClone(setup),
  })

const attempt = (account: Account, setup: StoredSetup, request: Confirm): void => {
  const chosen = choose(account, request, setup.payment_method, setup, 'SetupIntent')
  if (!chosen)
    throw unexpected(
      setup,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
    )
  assertReturn(setup, chosen, false)
  if (chosen.token) chosen.token.setup_intent = setup.id
  const asks = (request.payment_method_options?.card || undefined)?.request_three_d_secure ?? 'automatic'
  setUp(
    account,
    setup,
    chosen.stored,
    confirmationOf(chosen, { isOffSession: false, failsOnAction: false, requests3ds: asks !== 'automatic' }),
  )
}

const automaticOf = (request: Create): StoredSetup['automatic_payment_methods'] => {
  if (request.automatic_payment_methods)
    return { allow_redirects: 'always', ...request.automatic_payment_methods }
  return request.allowed_payment_method_types ? null : { allow_redirects: 'always', enabled: true }
}

const setupOf = (account: Account, request: Create): StoredSetup => {
  const id = account.newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: request.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: automaticOf(request),
    cancellation_reason: null,
    client_secret: `${id}_secret_standin`,
    created: account.now(),
    customer: request.customer ?? null,
    customer_account: null,
    description: request.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: changedMetadata(null, request.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: [...(request.allowed_payment_method_types ?? ['card'])],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: request.usage ?? 'off_session',
  }
}

export const createSetup = (account: Account, request: Create): Stripe.SetupIntent => {
  if (request.customer !== undefined) assertCustomer(account, request.customer)
  const setup = setupOf(account, request)
  const chosen = choose(account, { payment_method: request.payment_method }, null, setup, 'SetupIntent')
  if (chosen) {
    setup.payment_method = chosen.stored.method.id
    setup.status = 'requires_confirmation'
  }
  account.setups.set(setup.id, setup)
  const events = account.events.size
  record(account, (common) => ({ ...common, type: 'setup_intent.created', data: { object: setup } }))
  try {
    if (request.confirm)
      attempt(account, setup, { ...request, payment_method: setup.payment_method ?? undefined })
  } catch (error) {
    if (error instanceof StripeFault && error.status === 400) {
      account.setups.delete(setup.id)
      for (const id of [...account.events.keys()].slice(events)) account.events.delete(id)
    }
    throw error
  }
  return viewSetup(account, setup, request.expand)
}

const open = new Set<string>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

export const confirmSetup = (account: Account, request: Confirm, id: string): Stripe.SetupIntent => {
  const setup = findSetup(account, id)
  if (!open.has(setup.status))
    throw unexpected(setup, `You cannot confirm this SetupIntent because it has a status of ${setup.status}.`)
  attempt(account, setup, request)
  return viewSetup(account, setup, request.expand)
}

export const cancelSetup = (account: Account, request: Cancel, id: string): Stripe.SetupIntent => {
  const setup = findSetup(account, id)
  if (!open.has(setup.status))
    throw unexpected(
      setup,
      `You cannot cancel this SetupIntent because it has a status of ${setup.status}. Only a SetupIntent with one of the following statuses may be canceled: ${[...open].join(', ')}.`,
    )
  account.challenges.delete(id)
  setup.status = 'canceled'
  setup.cancellation_reason = request.cancellation_reason ?? null
  setup.next_action = null
  record(account, (common) => ({ ...common, type: 'setup_intent.canceled', data: { object: setup } }))
  return viewSetup(account, setup, request.expand)
}

export const retrieveSetup = (
  account: Account,
  request: Stripe.SetupIntentRetrieveParams,
  id: string,
): Stripe.SetupIntent => {
  const setup = findSetup(account, id)
  if (request.client_secret !== undefined && request.client_secret !== setup.client_secret)
    throw StripeFault.missing('setupintent', id, 'intent')
  return viewSetup(account, setup, request.expand)
}

export const listSetups = (
  account: Account,
  request: Stripe.SetupIntentListParams,
): Stripe.ApiList<Stripe.SetupIntent> => {
  const wanted = [...account.setups.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.customer === undefined || one.customer === request.customer) &&
      (request.payment_method === undefined || one.payment_method === request.payment_method),
  )
  return pageOf('/v1/setup_intents', wanted, request, (one, paths) => viewSetup(account, one, paths))
}

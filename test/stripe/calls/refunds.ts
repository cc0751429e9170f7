import type { Stripe } from 'stripe'
import type { Account, StoredCharge } from '../account/account.ts'
import { refundCharge } from '../account/refunding.ts'
import { find, viewRefund } from '../account/views.ts'
import { isWithin, pageOf } from '../wire/list-page.ts'
import {
  emptyable,
  expand,
  integer,
  metadata,
  oneOf,
  pagination,
  parameters,
  range,
  text,
  unmodelled,
} from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import { metadataOf } from './confirmation.ts'

type Create = Stripe.RefundCreateParams

export const createParameters = parameters<Create>()({
  amount: integer.optional(),
  charge: text.optional(),
  currency: unmodelled,
  customer: unmodelled,
  expand,
  instructions_email: unmodelled,
  metadata: emptyable(metadata).optional(),
  origin: unmodelled,
  payment_intent: text.optional(),
  reason: oneOf<Create['reason']>({
    duplicate: 'duplicate',
    fraudulent: 'fraudulent',
    requested_by_customer: 'requested_by_customer',
  }).optional(),
  refund_application_fee: unmodelled,
  reverse_transfer: unmodelled,
})
export const retrieveParameters = parameters<Stripe.RefundRetrieveParams>()({ expand })
export const listParameters = parameters<Stripe.RefundListParams>()({
  ...pagination,
  charge: text.optional(),
  created: range.optional(),
  expand,
  payment_intent: text.optional(),
})

const chargeToRefund = (account: Account, { charge, payment_intent: intentId }: Create): StoredCharge => {
  if (charge !== undefined && intentId !== undefined)
    throw StripeFault.invalid('You may only specify one of these parameters: charge, payment_intent.', {
      code: 'parameters_exclusive',
      param: 'payment_intent',
    })
  if (charge !== undefined) return find(account.charges, 'charge', charge, 'charge')
  if (intentId === undefined)
    throw StripeFault.invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = find(account.intents, 'payment_intent', intentId, 'payment_intent')
  const latest = account.charges.get(intent.latest_charge ?? '')
  if (latest?.status !== 'succeeded' || !latest.captured)
    throw StripeFault.invalid(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    )
  return latest
}

export const createRefund = (account: Account, request: Create): Stripe.Refund => {
  const charge = chargeToRefund(account, request)
  const refund = refundCharge(account, charge, {
    ...(request.amount === undefined ? {} : { amount: request.amount }),
    reason: request.reason ?? null,
    metadata: metadataOf(request.metadata),
  })
  return viewRefund(account, refund, request.expand)
}

export const retrieveRefund = (
  account: Account,
  request: Stripe.RefundRetrieveParams,
  id: string,
): Stripe.Refund => viewRefund(account, find(account.refunds, 'refund', id), request.expand)

export const listRefunds = (
  account: Account,
  request: Stripe.RefundListParams,
): Stripe.ApiList<Stripe.Refund> => {
  if (request.payment_intent !== undefined)
    find(account.intents, 'payment_intent', request.payment_intent, 'payment_intent')
  const wanted = [...account.refunds.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.charge === undefined || one.charge === request.charge) &&
      (request.payment_intent === undefined || one.payment_intent === request.payment_intent),
  )
  return pageOf('/v1/refunds', wanted, request, (one, paths) => viewRefund(account, one, paths))
}

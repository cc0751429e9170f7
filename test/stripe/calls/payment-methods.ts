import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Account, StoredCard } from '../account/account.ts'
import { assertUsableBy, attachCard, detachCard, findCard } from '../account/payment-methods.ts'
import { find, viewCard } from '../account/views.ts'
import { pageOf } from '../wire/list-page.ts'
import { expand, pagination, parameters, text, unmodelled } from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import { assertCustomer } from './confirmation.ts'

export const retrieveParameters = parameters<Stripe.PaymentMethodRetrieveParams>()({ expand })
export const attachParameters = parameters<Stripe.PaymentMethodAttachParams>()({
  customer: text.optional(),
  customer_account: unmodelled,
  expand,
})
export const detachParameters = parameters<Stripe.PaymentMethodDetachParams>()({ expand })
const ofCards = z.literal('card', 'unmodelled').optional()
export const listParameters = parameters<Stripe.PaymentMethodListParams>()({
  ...pagination,
  allow_redisplay: unmodelled,
  customer: text.optional(),
  customer_account: unmodelled,
  expand,
  type: ofCards,
})
export const listOfCustomerParameters = parameters<Stripe.CustomerListPaymentMethodsParams>()({
  ...pagination,
  allow_redisplay: unmodelled,
  expand,
  type: ofCards,
})

/** A bank that declines a card refuses to have it saved, too. */
export const assertAttachable = ({ card, method }: StoredCard): void => {
  const { decline, isAttachable } = card
  if (isAttachable || !decline) return
  throw StripeFault.declined(decline.message, {
    code: decline.code,
    decline_code: decline.declineCode,
    payment_method: structuredClone(method),
  })
}

export const retrieveMethod = (
  account: Account,
  request: Stripe.PaymentMethodRetrieveParams,
  id: string,
): Stripe.PaymentMethod => viewCard(account, findCard(account, id, 'id'), request.expand)

export const attachMethod = (
  account: Account,
  request: Stripe.PaymentMethodAttachParams,
  id: string,
): Stripe.PaymentMethod => {
  const { customer } = request
  if (customer === undefined)
    throw StripeFault.invalid('Missing required param: customer.', {
      code: 'parameter_missing',
      param: 'customer',
    })
  assertCustomer(account, customer)
  const stored = findCard(account, id, 'id')
  if (stored.method.customer !== null && stored.method.customer !== customer)
    throw StripeFault.invalid('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  assertUsableBy(stored, customer, 'Customer')
  assertAttachable(stored)
  attachCard(account, stored, customer)
  return viewCard(account, stored, request.expand)
}

export const detachMethod = (
  account: Account,
  request: Stripe.PaymentMethodDetachParams,
  id: string,
): Stripe.PaymentMethod => {
  const stored = findCard(account, id, 'id')
  if (stored.method.customer === null)
    throw StripeFault.invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { param: 'payment_method' },
    )
  detachCard(account, stored)
  return viewCard(account, stored, request.expand)
}

const cardsOf = (account: Account, customer: string): (StoredCard & { readonly id: string })[] =>
  [...account.cards.values()]
    .filter((one) => one.method.customer === customer)
    .map((one) => ({ ...one, id: one.method.id }))

export const listMethods = (
  account: Account,
  request: Stripe.PaymentMethodListParams,
): Stripe.ApiList<Stripe.PaymentMethod> => {
  if (request.customer === undefined)
    throw StripeFault.unmodelled('a list of payment methods without a customer')
  assertCustomer(account, request.customer)
  return pageOf('/v1/payment_methods', cardsOf(account, request.customer), request, (one, paths) =>
    viewCard(account, one, paths),
  )
}

export const listMethodsOfCustomer = (
  account: Account,
  request: Stripe.CustomerListPaymentMethodsParams,
  id: string,
): Stripe.ApiList<Stripe.PaymentMethod> => {
  find(account.customers, 'customer', id)
  return pageOf(`/v1/customers/${id}/payment_methods`, cardsOf(account, id), request, (one, paths) =>
    viewCard(account, one, paths),
  )
}

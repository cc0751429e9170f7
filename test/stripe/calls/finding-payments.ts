import type { Stripe } from 'stripe'
import type { Account, StoredIntent } from '../account/account.ts'
import { find, viewCharge, viewIntent } from '../account/views.ts'
import { belowData } from '../wire/expansion.ts'
import { isWithin, pageOf } from '../wire/list-page.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

export const listIntents = (
  account: Account,
  request: Stripe.PaymentIntentListParams,
): Stripe.ApiList<Stripe.PaymentIntent> => {
  const wanted = [...account.intents.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.customer === undefined || one.customer === request.customer),
  )
  return pageOf('/v1/payment_intents', wanted, request, (one, paths) => viewIntent(account, one, paths))
}

/** Search is not for reading what was just written: under normal conditions data is found after a minute. */
const secondsUntilFound = 60

const term = /^(?:metadata\['([^']+)'\]|(status|customer|currency)):'([^']*)'$/

const termOf = (clause: string): ((intent: StoredIntent) => boolean) => {
  const [, key, field, value] = term.exec(clause.trim()) ?? []
  if (key !== undefined)
    return (intent) => Object.hasOwn(intent.metadata, key) && intent.metadata[key] === value
  switch (field) {
    case 'status':
      return (intent) => intent.status === value
    case 'customer':
      return (intent) => intent.customer === value
    case 'currency':
      return (intent) => intent.currency === value
    case undefined:
    default:
      throw StripeFault.unmodelled(`the search clause ${clause}`)
  }
}

/** Clauses joined by `AND`; others are not modeled. */
export const searchIntents = (
  account: Account,
  request: Stripe.PaymentIntentSearchParams,
): Stripe.ApiSearchResult<Stripe.PaymentIntent> => {
  const terms = request.query.split(/ AND /i).map(termOf)
  const found = [...account.intents.values()]
    .filter(
      (one) => one.created + secondsUntilFound <= account.now() && terms.every((matches) => matches(one)),
    )
    .toReversed()
  const limit = request.limit ?? 10
  if (found.length > limit) throw StripeFault.unmodelled('a second page of search results')
  const paths = belowData(request.expand)
  return {
    object: 'search_result',
    data: found.map((one) => viewIntent(account, one, paths)),
    has_more: false,
    next_page: null,
    url: '/v1/payment_intents/search',
  }
}

export const retrieveCharge = (
  account: Account,
  request: Stripe.ChargeRetrieveParams,
  id: string,
): Stripe.Charge => viewCharge(account, find(account.charges, 'charge', id), request.expand)

export const listCharges = (
  account: Account,
  request: Stripe.ChargeListParams,
): Stripe.ApiList<Stripe.Charge> => {
  const wanted = [...account.charges.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.customer === undefined || one.customer === request.customer) &&
      (request.payment_intent === undefined || one.payment_intent === request.payment_intent),
  )
  return pageOf('/v1/charges', wanted, request, (one, paths) => viewCharge(account, one, paths))
}

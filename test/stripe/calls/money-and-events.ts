import type { Stripe } from 'stripe'
import type { Account } from '../account/account.ts'
import { find, viewPayout, viewTransaction } from '../account/views.ts'
import { expanded } from '../wire/expansion.ts'
import { isWithin, pageOf } from '../wire/list-page.ts'
import { expand, listOf, pagination, parameters, range, text, unmodelled } from '../wire/parameters.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

export const transactionListParameters = parameters<Stripe.BalanceTransactionListParams>()({
  ...pagination,
  created: range.optional(),
  currency: text.optional(),
  expand,
  payout: text.optional(),
  source: text.optional(),
  type: text.optional(),
})
export const transactionParameters = parameters<Stripe.BalanceTransactionRetrieveParams>()({ expand })
export const payoutListParameters = parameters<Stripe.PayoutListParams>()({
  ...pagination,
  arrival_date: range.optional(),
  created: range.optional(),
  destination: unmodelled,
  expand,
  status: text.optional(),
})
export const payoutParameters = parameters<Stripe.PayoutRetrieveParams>()({ expand })
export const eventListParameters = parameters<Stripe.EventListParams>()({
  ...pagination,
  created: range.optional(),
  delivery_success: unmodelled,
  expand,
  type: text.optional(),
  types: listOf(text).optional(),
})
export const eventParameters = parameters<Stripe.EventRetrieveParams>()({ expand })
export const warningListParameters = parameters<Stripe.Radar.EarlyFraudWarningListParams>()({
  ...pagination,
  charge: text.optional(),
  created: range.optional(),
  expand,
  payment_intent: text.optional(),
})
export const warningParameters = parameters<Stripe.Radar.EarlyFraudWarningRetrieveParams>()({ expand })

export const listTransactions = (
  account: Account,
  request: Stripe.BalanceTransactionListParams,
): Stripe.ApiList<Stripe.BalanceTransaction> => {
  if (request.payout !== undefined) find(account.payouts, 'payout', request.payout, 'payout')
  const wanted = [...account.transactions.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.currency === undefined || one.currency === request.currency) &&
      (request.payout === undefined || account.paidOut.get(one.id) === request.payout) &&
      (request.source === undefined || one.source === request.source) &&
      (request.type === undefined || one.type === request.type),
  )
  return pageOf('/v1/balance_transactions', wanted, request, (one, paths) =>
    viewTransaction(account, one, paths),
  )
}

export const retrieveTransaction = (
  account: Account,
  request: Stripe.BalanceTransactionRetrieveParams,
  id: string,
): Stripe.BalanceTransaction =>
  viewTransaction(account, find(account.transactions, 'balance transaction', id), request.expand)

export const listPayouts = (
  account: Account,
  request: Stripe.PayoutListParams,
): Stripe.ApiList<Stripe.Payout> => {
  const wanted = [...account.payouts.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      isWithin(one.arrival_date, request.arrival_date) &&
      (request.status === undefined || one.status === request.status),
  )
  return pageOf('/v1/payouts', wanted, request, (one, paths) => viewPayout(account, one, paths))
}

export const retrievePayout = (
  account: Account,
  request: Stripe.PayoutRetrieveParams,
  id: string,
): Stripe.Payout => viewPayout(account, find(account.payouts, 'payout', id), request.expand)

/** Stripe keeps events readable for thirty days. */
const eventLife = 30 * 24 * 60 * 60

/** A name, or one that ends in `.*`. */
const isOfType = (type: string, wanted: string): boolean =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted

export const listEvents = (
  account: Account,
  request: Stripe.EventListParams,
): Stripe.ApiList<Stripe.Event> => {
  const { type, types } = request
  if (type !== undefined && types !== undefined)
    throw StripeFault.invalid('You may only specify one of these parameters: type, types.', {
      code: 'parameters_exclusive',
      param: 'type',
    })
  const names = types ?? (type === undefined ? null : [type])
  const wanted = [...account.events.values()].filter(
    (one) =>
      one.created + eventLife > account.now() &&
      isWithin(one.created, request.created) &&
      (names === null || names.some((name) => isOfType(one.type, name))),
  )
  return pageOf('/v1/events', wanted, request, (one) => one)
}

export const retrieveEvent = (
  account: Account,
  request: Stripe.EventRetrieveParams,
  id: string,
): Stripe.Event => {
  const event = find(account.events, 'event', id)
  if (event.created + eventLife <= account.now()) throw StripeFault.missing('event', id, 'id')
  return expanded(request.expand, () => event)
}

export const listWarnings = (
  account: Account,
  request: Stripe.Radar.EarlyFraudWarningListParams,
): Stripe.ApiList<Stripe.Radar.EarlyFraudWarning> => {
  const wanted = [...account.warnings.values()].filter(
    (one) =>
      isWithin(one.created, request.created) &&
      (request.charge === undefined || one.charge === request.charge) &&
      (request.payment_intent === undefined || one.payment_intent === request.payment_intent),
  )
  return pageOf('/v1/radar/early_fraud_warnings', wanted, request, (one, paths) => expanded(paths, () => one))
}

export const retrieveWarning = (
  account: Account,
  request: Stripe.Radar.EarlyFraudWarningRetrieveParams,
  id: string,
): Stripe.Radar.EarlyFraudWarning => {
  const warning = find(account.warnings, 'early_fraud_warning', id)
  return expanded(request.expand, () => warning)
}

import type { Stripe } from 'stripe'
import { expanded } from '../wire/expansion.ts'
import { pageOf } from '../wire/list-page.ts'
import { StripeFault } from '../wire/stripe-fault.ts'
import type {
  Account,
  StoredCard,
  StoredCharge,
  StoredCustomer,
  StoredDispute,
  StoredIntent,
  StoredRefund,
  StoredSetup,
  StoredTransaction,
} from './account.ts'
import { transactionNow } from './balance.ts'

type Paths = readonly string[] | undefined

/** The stored object of an id that came with the request. */
export const find = <T>(stored: ReadonlyMap<string, T>, noun: string, id: string, param = 'id'): T => {
  const found = stored.get(id)
  if (found === undefined) throw StripeFault.missing(noun, id, param)
  return found
}

const customerOf = (account: Account, id: string): Stripe.Customer | Stripe.DeletedCustomer =>
  account.deletedCustomers.has(id)
    ? { id, object: 'customer', deleted: true }
    : viewCustomer(find(account.customers, 'customer', id), [])

export const viewCustomer = (customer: StoredCustomer, paths: Paths): Stripe.Customer =>
  expanded(paths, () => ({ ...customer }))

/** What is shown of a payment method: of Link its owner’s e-mail, and no card. */
const shownMethod = ({ method, card: { type } }: StoredCard): Stripe.PaymentMethod => {
  if (type === 'card') return method
  const { card: _, ...common } = method
  return { ...common, type, link: { email: method.billing_details.email } }
}

export const viewCard = (account: Account, stored: StoredCard, paths: Paths): Stripe.PaymentMethod =>
  expanded(paths, ({ of }) => ({
    ...shownMethod(stored),
    customer: of('customer', stored.method.customer, (id, sub) =>
      viewCustomer(find(account.customers, 'customer', id), sub),
    ),
  }))

export const viewTransaction = (
  account: Account,
  transaction: StoredTransaction,
  paths: Paths,
): Stripe.BalanceTransaction =>
  expanded(paths, ({ of }) => ({
    ...transactionNow(account, transaction),
    source: of('source', transaction.source, (id, sub): Stripe.BalanceTransactionSource => {
      const charge = account.charges.get(id)
      if (charge) return viewCharge(account, charge, sub)
      const refund = account.refunds.get(id)
      if (refund) return viewRefund(account, refund, sub)
      const dispute = account.disputes.get(id)
      if (dispute) return viewDispute(account, dispute, sub)
      return viewPayout(account, find(account.payouts, 'payout', id), sub)
    }),
  }))

const transactionView = (account: Account) => (id: string, paths: Paths) =>
  viewTransaction(account, find(account.transactions, 'balance transaction', id), paths)

const chargeView = (account: Account) => (id: string, paths: Paths) =>
  viewCharge(account, find(account.charges, 'charge', id), paths)

const intentView = (account: Account) => (id: string, paths: Paths) =>
  viewIntent(account, find(account.intents, 'payment_intent', id), paths)

export const viewIntent = (account: Account, intent: StoredIntent, paths: Paths): Stripe.PaymentIntent =>
  expanded(paths, ({ of }) => ({
    ...intent,
    customer: of('customer', intent.customer, (id) => customerOf(account, id)),
    payment_method: of('payment_method', intent.payment_method, (id, sub) =>
      viewCard(account, find(account.cards, 'PaymentMethod', id), sub),
    ),
    latest_charge: of('latest_charge', intent.latest_charge, chargeView(account)),
  }))

export const viewSetup = (account: Account, setup: StoredSetup, paths: Paths): Stripe.SetupIntent =>
  expanded(paths, ({ of }) => ({
    ...setup,
    customer: of('customer', setup.customer, (id) => customerOf(account, id)),
    payment_method: of('payment_method', setup.payment_method, (id, sub) =>
      viewCard(account, find(account.cards, 'PaymentMethod', id), sub),
    ),
  }))

const refundsOf = (account: Account, charge: StoredCharge): Stripe.ApiList<Stripe.Refund> => {
  const refunds = [...account.refunds.values()].filter((one) => one.charge === charge.id)
  return pageOf(`/v1/charges/${charge.id}/refunds`, refunds, {}, (one) => viewRefund(account, one, []))
}

export const viewCharge = (account: Account, charge: StoredCharge, paths: Paths): Stripe.Charge =>
  expanded(paths, ({ of, includes }) => ({
    ...charge,
    balance_transaction: of('balance_transaction', charge.balance_transaction, transactionView(account)),
    customer: of('customer', charge.customer, (id) => customerOf(account, id)),
    payment_intent: of('payment_intent', charge.payment_intent, intentView(account)),
    ...(includes('refunds') ? { refunds: refundsOf(account, charge) } : {}),
  }))

export const viewRefund = (account: Account, refund: StoredRefund, paths: Paths): Stripe.Refund =>
  expanded(paths, ({ of }) => ({
    ...refund,
    charge: of('charge', refund.charge, chargeView(account)),
    payment_intent: of('payment_intent', refund.payment_intent, intentView(account)),
    balance_transaction: of('balance_transaction', refund.balance_transaction, transactionView(account)),
  }))

export const viewDispute = (account: Account, dispute: StoredDispute, paths: Paths): Stripe.Dispute =>
  expanded(paths, ({ of }) => ({
    ...dispute,
    charge: of('charge', dispute.charge, chargeView(account)) ?? dispute.charge,
    payment_intent: of('payment_intent', dispute.payment_intent, intentView(account)),
  }))

export const viewPayout = (account: Account, payout: Stripe.Payout, paths: Paths): Stripe.Payout =>
  expanded(paths, ({ of }) => ({
    ...payout,
    balance_transaction:
      typeof payout.balance_transaction === 'string'
        ? of('balance_transaction', payout.balance_transaction, transactionView(account))
        : null,
  }))

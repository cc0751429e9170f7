import type { Stripe } from 'stripe'
import type { Account, StoredCharge, StoredDispute } from './account.ts'
import { record } from './account.ts'
import { failPayout, payOut } from './paying-out.ts'
import { failChallenge } from './payments.ts'
import { failRefund, refundCharge } from './refunding.ts'
import { closeDispute, openDispute, warnOfFraud } from './reports.ts'
import type { DisputeReport } from './reports.ts'
import { failSetupChallenge } from './setups.ts'
import { find } from './views.ts'

/** What the buyer does on the page, for an intent of either kind that waits for them. */
export interface Buyer {
  /** Passes the bank's check; the outcome of the payment depends on the card. */
  readonly authenticate: (intentId: string) => void
  readonly failAuthentication: (intentId: string) => void
}

/** What people at the shop, at the bank and at Stripe do without the API. */
export interface Dashboard {
  /** In cents; without an amount, all that is left. */
  readonly refund: (intentId: string, amount?: number) => Stripe.Refund
  /** The intent with this key in its metadata took another sum than it was opened for. */
  readonly takeOther: (key: string, sum: { readonly cents: number; readonly currency: string }) => void
  readonly failRefund: (refundId: string, reason?: string) => void
  readonly openDispute: (intentId: string, report?: Partial<DisputeReport>) => Stripe.Dispute
  readonly winDispute: (disputeId: string) => void
  readonly loseDispute: (disputeId: string) => void
  readonly warnOfFraud: (intentId: string) => Stripe.Radar.EarlyFraudWarning
  /** The bank tells the card networks of a new card for the same PaymentMethod. */
  readonly updateCard: (
    methodId: string,
    card: { readonly last4: string; readonly exp_month: number; readonly exp_year: number },
  ) => void
  readonly payOut: (currency: string) => Stripe.Payout
  /** The bank sends a paid payout back. */
  readonly failPayout: (payoutId: string) => void
}

const assertChallenged = (account: Account, intentId: string): void => {
  if (!account.challenges.has(intentId)) throw new Error(`${intentId} does not wait for its buyer`)
}

export const buyerOf = (account: Account): Buyer => ({
  authenticate: (intentId) => {
    assertChallenged(account, intentId)
    const challenge = account.challenges.get(intentId)
    account.challenges.delete(intentId)
    challenge?.resume()
  },
  failAuthentication: (intentId) => {
    assertChallenged(account, intentId)
    const intent = account.intents.get(intentId)
    if (intent) return failChallenge(account, intent)
    failSetupChallenge(account, find(account.setups, 'setupintent', intentId))
  },
})

const chargeOf = (account: Account, intentId: string): StoredCharge =>
  find(account.charges, 'charge', find(account.intents, 'payment_intent', intentId).latest_charge ?? '')

const disputeOf = (account: Account, id: string): StoredDispute => find(account.disputes, 'dispute', id)

const updateCard = (
  account: Account,
  methodId: string,
  fresh: Parameters<Dashboard['updateCard']>[1],
): void => {
  const { method } = find(account.cards, 'PaymentMethod', methodId)
  const previous = method.card
  method.card = { ...previous, ...fresh, fingerprint: `fingerprint${fresh.last4}` }
  record(account, (common) => ({
    ...common,
    type: 'payment_method.automatically_updated',
    data: { object: method, previous_attributes: { card: previous } },
  }))
}

export const dashboardOf = (account: Account): Dashboard => ({
  refund: (intentId, amount) =>
    refundCharge(account, chargeOf(account, intentId), {
      ...(amount === undefined ? {} : { amount }),
      reason: null,
      metadata: {},
    }),
  takeOther: (key, { cents, currency }) => {
    for (const intent of account.intents.values())
      if (intent.metadata['idempotency_key'] === key)
        Object.assign(intent, { amount_received: cents, currency: currency.toLowerCase() })
  },
  failRefund: (refundId, reason) => failRefund(account, find(account.refunds, 'refund', refundId), reason),
  openDispute: (intentId, report) =>
    openDispute(account, chargeOf(account, intentId), { reason: 'fraudulent', ...report }),
  winDispute: (disputeId) => closeDispute(account, disputeOf(account, disputeId), 'won'),
  loseDispute: (disputeId) => closeDispute(account, disputeOf(account, disputeId), 'lost'),
  warnOfFraud: (intentId) => warnOfFraud(account, chargeOf(account, intentId)),
  updateCard: (methodId, card) => updateCard(account, methodId, card),
  payOut: (currency) => payOut(account, currency),
  failPayout: (payoutId) => failPayout(account, find(account.payouts, 'payout', payoutId)),
})

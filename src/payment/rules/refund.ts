import type { Cents } from '#shared/money.ts'
import type { ChargeState } from './charge-state.ts'
import type { RefundState } from './refund-state.ts'

/** What a refund is decided from; the refunds are all that were ever asked for of this order. */
export interface RefundFacts {
  /** Null for an order that asked no processor. */
  readonly chargeState: ChargeState | null
  readonly chargedCents: Cents
  /** What credit paid of the order beside the charge. */
  readonly creditPaidCents: Cents
  readonly refunds: readonly {
    readonly state: RefundState
    /** To the card. */
    readonly cents: Cents
    readonly creditCents: Cents
  }[]
  /** Null: all that is left. */
  readonly requestedCents: Cents | null
  /** All of it as credit, in place of a card that takes nothing back. */
  readonly asCredit: boolean
}

export type RefundDecision =
  | { readonly kind: 'give'; readonly cents: Cents; readonly creditCents: Cents }
  | { readonly kind: 'refuse'; readonly reason: 'not-charged' | 'nothing-left' | 'more-than-left' }

type PaidFacts = Omit<RefundFacts, 'requestedCents' | 'asCredit'>

const activeRefunds = ({ refunds }: PaidFacts) => refunds.filter(({ state }) => state !== 'refused')

const settledChargeCents = ({ chargeState, chargedCents }: PaidFacts): Cents =>
  chargeState === 'succeeded' ? chargedCents : 0

/** What can still be given back; a refund counts from the moment it is written down until it is refused for good. */
export const leftToRefund = (facts: PaidFacts): Cents =>
  activeRefunds(facts).reduce(
    (left, { cents, creditCents }) => left - cents - creditCents,
    settledChargeCents(facts) + facts.creditPaidCents,
  )

/** Of that, what the card can still get: never more than it was charged. */
const leftOnCard = (facts: PaidFacts): Cents =>
  activeRefunds(facts).reduce((left, { cents }) => left - cents, settledChargeCents(facts))

/**
 * Never more than was paid, however many refunds there are and whatever is known of them. The card first: money that
 * was paid in money goes back in money, and only what the card has no more of comes as credit.
 */
export const decideRefund = (facts: RefundFacts): RefundDecision => {
  if (settledChargeCents(facts) + facts.creditPaidCents === 0)
    return { kind: 'refuse', reason: 'not-charged' }
  const left = leftToRefund(facts)
  if (left <= 0) return { kind: 'refuse', reason: 'nothing-left' }
  const requested = facts.requestedCents ?? left
  if (requested > left || requested <= 0) return { kind: 'refuse', reason: 'more-than-left' }
  const cents = facts.asCredit ? 0 : Math.min(requested, leftOnCard(facts))
  return { kind: 'give', cents, creditCents: requested - cents }
}

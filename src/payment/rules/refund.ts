import type { Cents } from '#shared/money.ts'
import type { ChargeState } from './charge-state.ts'
import type { RefundState } from './refund-state.ts'

/** The input of a refund; the refunds are all that were ever requested for this order. */
export interface RefundFacts {
  /** Null for an order without a processor. */
  readonly chargeState: ChargeState | null
  readonly chargedCents: Cents
  /** What credit paid of the order in addition to the charge. */
  readonly creditPaidCents: Cents
  readonly refunds: readonly {
    readonly state: RefundState
    /** To the card. */
    readonly cents: Cents
    readonly creditCents: Cents
  }[]
  /** Null: everything that remains. */
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

/** What can still be refunded; a refund counts from the moment it is written until it is refused for good. */
export const leftToRefund = (facts: PaidFacts): Cents =>
  activeRefunds(facts).reduce(
    (left, { cents, creditCents }) => left - cents - creditCents,
    settledChargeCents(facts) + facts.creditPaidCents,
  )

/** The part of it that the card can still get: never more than it was charged. */
const leftOnCard = (facts: PaidFacts): Cents =>
  activeRefunds(facts).reduce((left, { cents }) => left - cents, settledChargeCents(facts))

/**
 * Never more than was paid, however many refunds there are and whatever their state. The card first: what was paid by
 * card is refunded to the card, and only the rest comes as credit.
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

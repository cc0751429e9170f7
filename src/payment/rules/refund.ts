import type { Cents } from '#shared/money.ts'
import type { ChargeState } from './charge-state.ts'
import type { RefundState } from './refund-state.ts'

/** What a refund is decided from; the refunds are all that were ever asked for of this charge. */
export interface RefundFacts {
  readonly chargeState: ChargeState
  readonly chargedCents: Cents
  readonly refunds: readonly { readonly state: RefundState; readonly cents: Cents }[]
  /** Null: all that is left. */
  readonly askedCents: Cents | null
}

export type RefundDecision =
  | { readonly kind: 'give'; readonly cents: Cents }
  | { readonly kind: 'refuse'; readonly reason: 'not-charged' | 'nothing-left' | 'more-than-left' }

/** What can still be given back; a refund counts from the moment it is written down until it is refused for good. */
export const leftToRefund = ({
  chargeState,
  chargedCents,
  refunds,
}: Omit<RefundFacts, 'askedCents'>): Cents => {
  if (chargeState !== 'succeeded') return 0
  const given = refunds.filter(({ state }) => state !== 'refused')
  return given.reduce((left, { cents }) => left - cents, chargedCents)
}

/** Never more than was charged, however many refunds there are and whatever is known of them. */
export const decideRefund = (facts: RefundFacts): RefundDecision => {
  if (facts.chargeState !== 'succeeded') return { kind: 'refuse', reason: 'not-charged' }
  const left = leftToRefund(facts)
  if (left <= 0) return { kind: 'refuse', reason: 'nothing-left' }
  const cents = facts.askedCents ?? left
  return cents > left || cents <= 0 ? { kind: 'refuse', reason: 'more-than-left' } : { kind: 'give', cents }
}

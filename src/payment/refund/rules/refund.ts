import type { Cents } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import type { ChargeState } from '../../charge/rules/charge-state.ts'
import { centsOf, chooseLines, leftParts, sharesOf, spreadSum } from '#pricing/rules/refund-lines.ts'
import type {
  ChoiceRefusal,
  ChosenLines,
  PaidPart,
  RefundChoice,
  RefundLine,
} from '#pricing/rules/refund-lines.ts'

/** A settled refund (`refunded`, `refused`) never changes again. `waiting`: not requested while a bank disputes its charge. */
export type RefundState = 'waiting' | 'intended' | 'unknown' | 'pending' | 'refunded' | 'refused'

/** The outcome of a refund, as far as the processor said. */
export type RefundOutcome =
  /** Null if no processor was involved. */
  | { readonly state: 'refunded'; readonly processorRefund: string | null }
  /** Accepted by the processor, not completed yet. */
  | { readonly state: 'pending'; readonly processorRefund: string }
  /** Nothing was refunded, and with this key nothing ever will be. */
  | { readonly state: 'refused'; readonly reason: string; readonly processorRefund: string | null }
  /** A time-out, a reset, an error of theirs: ask again later. */
  | { readonly state: 'unknown' }

/** States in which the processor has the last word still to say. */
export const openRefundStates = ['intended', 'unknown', 'pending'] as const satisfies readonly RefundState[]

/** The input of a refund; the refunds are all that were ever requested for this order, oldest first. */
export interface RefundFacts {
  /** Null for an order without a processor. */
  readonly chargeState: ChargeState | null
  /** What its charge and credit paid of the order. */
  readonly paid: PaymentSplit
  /** What was paid for each line and for shipping. */
  readonly parts: readonly PaidPart[]
  readonly refunds: readonly {
    readonly state: RefundState
    readonly split: PaymentSplit
    /** None for a refund from before there were lines. */
    readonly lines: readonly RefundLine[]
  }[]
  readonly choice: RefundChoice
  /** All of it as credit, in place of a card that takes nothing back. */
  readonly asCredit: boolean
}

/** A refund that can be given: how much goes to the card and how much to credit, and the lines it is made of. */
export interface GivenRefund {
  readonly kind: 'give'
  readonly split: PaymentSplit
  readonly lines: readonly RefundLine[]
}

export type RefundRefusal = 'not-charged' | ChoiceRefusal

/** What a refund that is about to be written gives, and its key. */
export interface DecidedRefund extends GivenRefund {
  readonly requestKey: string
}

type RefundDecision = GivenRefund | { readonly kind: 'refuse'; readonly reason: RefundRefusal }

type PaidFacts = Omit<RefundFacts, 'choice' | 'asCredit'>

const activeRefunds = <Refund extends { readonly state: RefundState }>(
  refunds: readonly Refund[],
): Refund[] => refunds.filter(({ state }) => state !== 'refused')

/** What was paid: of a charge only if it has succeeded. */
const settled = ({ chargeState, paid }: Pick<PaidFacts, 'chargeState' | 'paid'>): PaymentSplit =>
  chargeState === 'succeeded' ? paid : { ...paid, cardCents: 0 }

type SumFacts = Omit<PaidFacts, 'parts' | 'refunds'> & {
  readonly refunds: readonly Omit<PaidFacts['refunds'][number], 'lines'>[]
}

/** What can still be refunded; a refund counts from the moment it is written until it is refused for good. */
export const leftToRefund = (facts: SumFacts): Cents =>
  activeRefunds(facts.refunds).reduce((left, { split }) => left - splitSum(split), splitSum(settled(facts)))

/** The same of a payment that was made, of which a bank has taken this much for good; never below zero. */
export const leftAfterLoss = ({ paid, refunds }: Omit<SumFacts, 'chargeState'>, lostCents: Cents): Cents => {
  const cardCents = Math.max(0, paid.cardCents - lostCents)
  return Math.max(0, leftToRefund({ chargeState: 'succeeded', paid: { ...paid, cardCents }, refunds }))
}

/** The part of it that the card can still get: never more than it was charged. */
export const leftOnCard = (facts: SumFacts): Cents =>
  activeRefunds(facts.refunds).reduce((left, { split }) => left - split.cardCents, settled(facts).cardCents)

/** What is left of each line and of shipping, by the refunds that were not refused. */
export const leftOfParts = ({ parts, refunds }: Pick<PaidFacts, 'parts' | 'refunds'>): PaidPart[] =>
  leftParts(
    parts,
    activeRefunds(refunds).map(({ split, lines }) => ({ totalCents: splitSum(split), lines })),
  )

/**
 * The lines of a choice. Everything, and an earlier refund again, come to what is left where a bank has taken a part for good:
 * a share of each part.
 */
const linesWithin = (facts: RefundFacts, leftCents: Cents): ChosenLines => {
  const parts = leftOfParts(facts)
  const chosen = chooseLines(parts, facts.choice)
  if (chosen.kind === 'refuse' || facts.choice.kind === 'parts') return chosen
  return centsOf(sharesOf(chosen.lines)) <= leftCents
    ? chosen
    : { kind: 'lines', lines: spreadSum(parts, leftCents).filter((line) => centsOf(line) > 0) }
}

/**
 * Never more than was paid, in total and for each line, however many refunds there are and whatever their state. The card
 * first: what was paid by card is refunded to the card, and only the rest comes as credit.
 */
export const decideRefund = (facts: RefundFacts): RefundDecision => {
  if (splitSum(settled(facts)) === 0) return { kind: 'refuse', reason: 'not-charged' }
  const left = leftToRefund(facts)
  if (left <= 0) return { kind: 'refuse', reason: 'nothing-left' }
  const chosen = linesWithin(facts, left)
  if (chosen.kind === 'refuse') return chosen
  const wanted = centsOf(sharesOf(chosen.lines))
  if (wanted > left) return { kind: 'refuse', reason: 'more-than-left' }
  const cardCents = facts.asCredit ? 0 : Math.max(0, Math.min(wanted, leftOnCard(facts)))
  return { kind: 'give', split: { cardCents, creditCents: wanted - cardCents }, lines: chosen.lines }
}

const texts = {
  'order-canceled': 'Order canceled',
  withdrawal: 'Withdrawal from the contract',
  return: 'Return',
  problem: 'Problem with the order',
  operator: null,
  goodwill: 'Goodwill',
  dashboard: null,
} as const

/** Why a refund was given, for its buyer and its credit note: its kind and the operator's words; null when there are none. */
export const refundReasonText = (reason: keyof typeof texts, note: string | null): string | null => {
  const parts = [texts[reason], note].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(': ')
}

import { z } from 'zod'
import { isDisputeClosed } from '#payment/processor/rules/dispute-state.ts'
import type { DisputeState } from '#payment/processor/rules/dispute-state.ts'
import { sumCents } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** What follows for the orders and subscriptions of a disputed charge. */
interface DisputeFollows {
  /** It is open, for the first time or again. */
  readonly opens: boolean
  readonly closes: boolean
  readonly hold: 'place' | 'release' | null
  readonly stop: 'place' | 'release' | null
}

/** What follows from disputes and warnings: `content/disputes.json`. */
export const DisputePolicy = z.strictObject({
  /** What the disputed charge paid is not charged again, and paused. */
  stop_subscriptions: z.boolean(),
  /** Paused ones go on by themselves when the shop wins; otherwise their members resume them. */
  resume_when_won: z.boolean(),
  /** What has not left of the order is held back. */
  hold_shipments: z.boolean(),
  /** It ships after all when the shop wins or an inquiry is closed. */
  release_when_won: z.boolean(),
  /** Mails to the shop about each dispute and warning. */
  tell_operators: z.boolean(),
  /** Days before the last day for evidence on which the shop is reminded. */
  remind_days_before: z.int().min(1).max(30),
  /** What has not left of an order is held back after a bank's warning of fraud. */
  hold_after_fraud_warning: z.boolean(),
})

export type DisputePolicy = z.output<typeof DisputePolicy>

/** A dispute as far as its money goes. */
export interface DisputeMoney {
  readonly state: DisputeState
  readonly amountCents: Cents
  /** Whether the processor refunds the charge in spite of it. */
  readonly isChargeRefundable: boolean
  /** What was taken (negative) and what came back. */
  readonly movements: readonly { readonly cents: Cents }[]
}

/** The currency in which the processor moved a dispute's money: the charge's, or the one into which it converts. */
export const currencyMoved = ({
  currency,
  movements,
}: {
  readonly currency: Currency
  readonly movements: readonly { readonly currency: Currency }[]
}): Currency => movements[0]?.currency ?? currency

/** What was taken and has not come back; never negative. */
export const outstandingCents = ({ movements }: Pick<DisputeMoney, 'movements'>): Cents =>
  Math.max(0, 0 - sumCents(movements.map(({ cents }) => cents)))

/** What is lost for good: what is outstanding once the bank has decided. A dispute that was won waits for its money. */
export const lossOf = (dispute: DisputeMoney): Cents =>
  dispute.state === 'lost' || dispute.state === 'prevented' ? outstandingCents(dispute) : 0

/** With the currency of its charge, and those in which the processor's balance moved. */
interface DisputeOfCharge extends DisputeMoney {
  readonly currency: Currency
  readonly movements: readonly { readonly cents: Cents; readonly currency: Currency }[]
}

/** What was converted is another number in the currency of the charge: there its loss is what was disputed. */
const lossOfCharge = (dispute: DisputeOfCharge): Cents => {
  const loss = lossOf(dispute)
  const isConverted = dispute.movements.some(({ currency }) => currency !== dispute.currency)
  return isConverted && loss > 0 ? dispute.amountCents : loss
}

/** What disputes take of their charge, in its currency: this part can never be refunded. */
export const takenOf = (
  disputes: readonly DisputeOfCharge[],
): { readonly disputedCents: Cents; readonly lostCents: Cents } => ({
  disputedCents: sumCents(
    disputes
      .filter(({ state, isChargeRefundable }) => !isDisputeClosed(state) && !isChargeRefundable)
      .map(({ amountCents }) => amountCents),
  ),
  lostCents: sumCents(disputes.map(lossOfCharge)),
})

/** From a dispute as it was (null for a new one) and as it is. What is lost stays held: an operator decides about it. */
export const disputeFollows = (
  policy: Pick<DisputePolicy, 'hold_shipments' | 'release_when_won' | 'stop_subscriptions'>,
  before: Pick<DisputeMoney, 'state'> | null,
  dispute: DisputeMoney,
): DisputeFollows => {
  const isOpen = !isDisputeClosed(dispute.state)
  const wasOpen = before !== null && !isDisputeClosed(before.state)
  const opens = isOpen && !wasOpen
  const closes = !isOpen && (wasOpen || before === null)
  const hasNoLoss = lossOf(dispute) === 0
  return {
    opens,
    closes,
    hold:
      opens && policy.hold_shipments
        ? 'place'
        : closes && hasNoLoss && policy.release_when_won
          ? 'release'
          : null,
    stop: opens && policy.stop_subscriptions ? 'place' : closes ? 'release' : null,
  }
}

import { isDisputeClosed } from '#payment/processor/rules/dispute-state.ts'
import { lossOf } from './dispute-money.ts'
import type { DisputeMoney } from './dispute-money.ts'
import type { DisputePolicy } from './dispute-policy.ts'

/** What follows for the orders and subscriptions of a disputed charge. */
export interface DisputeFollows {
  /** It is open, for the first time or again. */
  readonly opens: boolean
  readonly closes: boolean
  readonly hold: 'place' | 'release' | null
  readonly stop: 'place' | 'release' | null
}

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

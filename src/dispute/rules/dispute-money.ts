import { isDisputeClosed } from '#payment/processor/rules/dispute-state.ts'
import type { DisputeState } from '#payment/processor/rules/dispute-state.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { sumCents } from '#shared/money.ts'

/** A dispute as far as its money goes. */
export interface DisputeMoney {
  readonly state: DisputeState
  readonly amountCents: Cents
  /** Whether the processor refunds the charge in spite of it. */
  readonly isChargeRefundable: boolean
  /** What was taken (negative) and what came back. */
  readonly movements: readonly { readonly cents: Cents }[]
}

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

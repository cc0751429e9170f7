import type { Change } from './change.ts'
import { withoutCharge } from './change-facts.ts'
import type { ChangeOf, ChangeFacts, Decision } from './change-facts.ts'
import {
  addOneTime,
  applyCoupon,
  changeAddress,
  changeFrequency,
  changePaymentMethod,
  changeQuantity,
  removeOneTime,
  swap,
} from './change-of-contents.ts'
import { cancel, move, orderNow, pause, reactivate, setEnd, skip, unskip } from './change-of-dates.ts'
import { skipItem, unskipItem } from './change-of-items.ts'
import { chargeInFlightError } from '#subscription/renewal/rules/charge-reply.ts'
import { actionRefused, currentRefusal } from '#subscription/record/rules/action-refusal.ts'
import { resumedTerms } from '#subscription/record/rules/subscription-terms.ts'

type ContentsChange = ChangeOf<
  | 'skip-item'
  | 'unskip-item'
  | 'swap'
  | 'change-quantity'
  | 'change-frequency'
  | 'add-one-time'
  | 'remove-one-time'
  | 'change-address'
  | 'change-payment-method'
>

/** What is in the box, where it ships and which card pays. */
const decideContents = (facts: ChangeFacts, change: ContentsChange): Decision => {
  switch (change.action) {
    case 'skip-item':
      return skipItem(facts, change)
    case 'unskip-item':
      return unskipItem(facts, change)
    case 'swap':
      return swap(facts, change)
    case 'change-quantity':
      return changeQuantity(facts, change)
    case 'change-frequency':
      return changeFrequency(facts, change)
    case 'add-one-time':
      return addOneTime(facts, change)
    case 'remove-one-time':
      return removeOneTime(facts, change)
    case 'change-address':
      return changeAddress(facts, change)
    case 'change-payment-method':
      return changePaymentMethod(facts, change)
    default:
      return change satisfies never
  }
}

/**
 * The one rule behind preview and commit: the subscription after a change. Throws ACTION_NOT_ALLOWED with the
 * precondition that fails, or the error of spec §8 for the product, quantity, place or code.
 */
export const decideChange = (facts: ChangeFacts, change: Change): Decision => {
  const refusal = currentRefusal(change.action, facts)
  if (refusal === 'charge-in-flight' && facts.chargeInFlight) throw chargeInFlightError(facts.chargeInFlight)
  if (refusal !== null) throw actionRefused(refusal)
  switch (change.action) {
    case 'skip':
      return skip(facts)
    case 'unskip':
      return unskip(facts)
    case 'move':
      return move(facts, change)
    case 'order-now':
      return orderNow(facts)
    case 'pause':
      return pause(facts, change)
    case 'resume':
      return withoutCharge(resumedTerms(facts.terms, facts.today))
    case 'skip-item':
    case 'unskip-item':
    case 'swap':
    case 'change-quantity':
    case 'change-frequency':
    case 'add-one-time':
    case 'remove-one-time':
    case 'change-address':
    case 'change-payment-method':
      return decideContents(facts, change)
    case 'apply-coupon':
      return applyCoupon(facts)
    case 'set-end':
      return setEnd(facts, change)
    case 'cancel':
      return cancel(facts)
    case 'reactivate':
      return reactivate(facts, change)
    default:
      return change satisfies never
  }
}

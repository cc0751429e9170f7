import { withoutCharge } from './change.ts'
import type { Change, ChangeOf, ChangeFacts, Decision } from './change.ts'
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
import { chargeInFlightError } from '#subscription/renewal/rules/charge-reply.ts'
import { actionRefused, currentRefusal } from '#subscription/record/rules/action-refusal.ts'
import { resumedTerms, isInNextOrder, skipsOwnItem } from '#subscription/record/rules/subscription-terms.ts'
import type { AddOn, SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { ShopError } from '#shared/errors.ts'
import { isLastOrder } from '#subscription/record/rules/remaining-orders.ts'

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

const findAddOn = ({ addOns }: SubscriptionTerms, id: string): AddOn => {
  const found = addOns.find((addOn) => addOn.id === id)
  if (!found) throw new ShopError('NOT_FOUND')
  return found
}

const fromCycle = (terms: SubscriptionTerms, id: string, cycle: number): SubscriptionTerms => ({
  ...terms,
  addOns: terms.addOns.map((addOn) => (addOn.id === id ? { ...addOn, fromCycle: cycle } : addOn)),
})

/** One item is skipped and comes with the order after; something else must remain in the box. */
const skipItem = ({ terms }: ChangeFacts, { add_on_id: id }: ChangeOf<'skip-item'>): Decision => {
  if (id === undefined) {
    if (skipsOwnItem(terms)) throw actionRefused('nothing-changes')
    return withoutCharge({ ...terms, itemSkippedCycle: terms.nextCycle })
  }
  if (isLastOrder(terms)) throw actionRefused('last-order')
  if (!isInNextOrder(terms, findAddOn(terms, id))) throw actionRefused('nothing-changes')
  return withoutCharge(fromCycle(terms, id, terms.nextCycle + 1))
}

const unskipItem = ({ terms }: ChangeFacts, { add_on_id: id }: ChangeOf<'unskip-item'>): Decision => {
  if (id === undefined) {
    if (!skipsOwnItem(terms)) throw actionRefused('nothing-changes')
    return withoutCharge({ ...terms, itemSkippedCycle: null })
  }
  if (isInNextOrder(terms, findAddOn(terms, id))) throw actionRefused('nothing-changes')
  return withoutCharge(fromCycle(terms, id, terms.nextCycle))
}

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

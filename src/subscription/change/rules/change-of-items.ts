import { ShopError } from '#shared/errors.ts'
import { withoutCharge } from './change-facts.ts'
import type { ChangeOf, ChangeFacts, Decision } from './change-facts.ts'
import { isLastOrder } from '#subscription/record/rules/remaining-orders.ts'
import { actionRefused } from '#subscription/record/rules/action-refusal.ts'
import { isInNextOrder, skipsOwnItem } from '#subscription/record/rules/subscription-terms.ts'
import type { AddOn, SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

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
export const skipItem = ({ terms }: ChangeFacts, { add_on_id: id }: ChangeOf<'skip-item'>): Decision => {
  if (id === undefined) {
    if (skipsOwnItem(terms)) throw actionRefused('nothing-changes')
    return withoutCharge({ ...terms, itemSkippedCycle: terms.nextCycle })
  }
  if (isLastOrder(terms)) throw actionRefused('last-order')
  if (!isInNextOrder(terms, findAddOn(terms, id))) throw actionRefused('nothing-changes')
  return withoutCharge(fromCycle(terms, id, terms.nextCycle + 1))
}

export const unskipItem = ({ terms }: ChangeFacts, { add_on_id: id }: ChangeOf<'unskip-item'>): Decision => {
  if (id === undefined) {
    if (!skipsOwnItem(terms)) throw actionRefused('nothing-changes')
    return withoutCharge({ ...terms, itemSkippedCycle: null })
  }
  if (isInNextOrder(terms, findAddOn(terms, id))) throw actionRefused('nothing-changes')
  return withoutCharge(fromCycle(terms, id, terms.nextCycle))
}

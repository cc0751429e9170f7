import { ShopError } from '#shared/errors.ts'
import { later } from './change-facts.ts'
import type { Ask, ChangeFacts, Decision } from './change-facts.ts'
import { isLastOrder } from './remaining-orders.ts'
import { actionRefused } from './refused-action.ts'
import { comesNext, ownItemStaysBack } from './steering.ts'
import type { AddOn, Steering } from './steering.ts'

const addOnNamed = ({ addOns }: Steering, id: string): AddOn => {
  const found = addOns.find((addOn) => addOn.id === id)
  if (!found) throw new ShopError('NOT_FOUND')
  return found
}

const fromCycle = (steering: Steering, id: string, cycle: number): Steering => ({
  ...steering,
  addOns: steering.addOns.map((addOn) => (addOn.id === id ? { ...addOn, fromCycle: cycle } : addOn)),
})

/** One item stays back and comes with the order after; something else has to be left in the box. */
export const skipItem = ({ steering }: ChangeFacts, { add_on_id: id }: Ask<'skip-item'>): Decision => {
  if (id === undefined) {
    if (ownItemStaysBack(steering)) throw actionRefused('nothing-changes')
    return later({ ...steering, itemSkippedCycle: steering.nextCycle })
  }
  if (isLastOrder(steering)) throw actionRefused('last-order')
  if (!comesNext(steering, addOnNamed(steering, id))) throw actionRefused('nothing-changes')
  return later(fromCycle(steering, id, steering.nextCycle + 1))
}

export const unskipItem = ({ steering }: ChangeFacts, { add_on_id: id }: Ask<'unskip-item'>): Decision => {
  if (id === undefined) {
    if (!ownItemStaysBack(steering)) throw actionRefused('nothing-changes')
    return later({ ...steering, itemSkippedCycle: null })
  }
  if (comesNext(steering, addOnNamed(steering, id))) throw actionRefused('nothing-changes')
  return later(fromCycle(steering, id, steering.nextCycle))
}

import { inputsAfterOrder } from './renewal-inputs.ts'
import type { RenewalInputs } from './renewal-inputs.ts'
import { upcomingOrder } from './upcoming-order.ts'
import type { UpcomingOrder } from './upcoming-order.ts'

/**
 * The next orders of a subscription at prices of today, up to a limit, the first one first. The credit for orders
 * after the next is unknown, so there it is zero.
 */
export const comingOrders = (inputs: RenewalInputs, most: number): readonly UpcomingOrder[] => {
  const order = most > 0 ? upcomingOrder(inputs.terms, inputs.renewal) : null
  if (order === null) return []
  if (order.isLast) return [order]
  const { terms, renewal, ordersLeft } = inputsAfterOrder(inputs)
  const rest = { terms, ordersLeft, renewal: { ...renewal, availableCreditCents: 0 } }
  return [order, ...comingOrders(rest, most - 1)]
}

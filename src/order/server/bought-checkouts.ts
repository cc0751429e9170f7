import type { Work } from '#platform/world.ts'
import { selectOrdersOf } from './order-store.ts'

/** The checkouts that became a member's own orders; what a visitor bought with their e-mail is left out. */
export const boughtCheckoutsOf = async (work: Work, accountId: string): Promise<string[]> => {
  const orders = await selectOrdersOf(work.db, accountId)
  return [...new Set(orders.flatMap(({ order: { checkout_id: id } }) => (id === null ? [] : [id])))]
}

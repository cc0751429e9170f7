import type { Tx } from '#platform/app-deps.ts'
import { selectOrdersOf } from './order-store.ts'

/** The checkouts that became a member's own orders; what a visitor bought with their e-mail is not included. */
export const boughtCheckoutsOf = async (tx: Tx, accountId: string): Promise<string[]> => {
  const orders = await selectOrdersOf(tx.db, accountId)
  return [...new Set(orders.flatMap(({ order: { checkout_id: id } }) => (id === null ? [] : [id])))]
}

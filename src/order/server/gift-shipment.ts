import type { Tx } from '#platform/app-deps.ts'
import { shipOn } from '../rules/order-terms.ts'
import { lockOrder, updateShipOn } from './order-store.ts'
import type { OrderRow } from './order-store.ts'

/** A gift gets its shipping date when it is claimed. */
export const isClaimed = ({ kind, ship_on: on }: Pick<OrderRow, 'kind' | 'ship_on'>): boolean =>
  kind === 'gift' && on !== null

/**
 * Locks a gift's order for the transaction and returns whether it still waits to be claimed: of a claim and a
 * cancellation at the same moment the first one wins.
 */
export const lockWaitingGift = async (tx: Tx, orderId: string): Promise<boolean> => {
  const stored = await lockOrder(tx, orderId)
  return stored !== undefined && stored.order.state === 'placed' && !isClaimed(stored.order)
}

/** Schedules the shipment of a waiting gift, as if it were ordered today; the caller holds its lock. */
export const releaseGift = (tx: Tx, orderId: string, preorder: boolean): Promise<void> =>
  updateShipOn(tx, orderId, shipOn(tx.today, preorder))

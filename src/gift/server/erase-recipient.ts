import { eraseShipTo, shipmentsOf } from '#shipment/server/shipments.ts'
import { isOpen } from '#shipment/rules/shipment-state.ts'
import { orderById } from '#order/server/orders.ts'
import type { Tx } from '#platform/app-deps.ts'
import { anonymizeRecipient, eraseGiftAddresses, selectOrdersWithAddressLeft } from './gift-store.ts'

/** Erases the addresses to which gifts of erased recipients went; an address that is still needed stays until then. */
export const forgetGiftAddresses = async (tx: Tx): Promise<void> => {
  const erased = await selectOrdersWithAddressLeft(tx.db)
  const shipments = await shipmentsOf(tx.db, erased)
  const left = erased.filter((id) => !(shipments.get(id) ?? []).some(({ state }) => isOpen(state)))
  if (left.length === 0) return
  await eraseShipTo(tx, left)
  await eraseGiftAddresses(tx, left)
}

/**
 * Erases a recipient from the gifts that they claimed or that wait for them; what is on its way still arrives. Returns
 * the checkouts that bought these gifts.
 */
export const forgetRecipient = async (
  tx: Tx,
  accountId: string,
  emails: readonly string[],
): Promise<string[]> => {
  const orderIds = await anonymizeRecipient(tx, accountId, emails)
  await forgetGiftAddresses(tx)
  const orders = await Promise.all(orderIds.map((id) => orderById(tx.db, id)))
  return orders.flatMap(({ checkoutId }) => (checkoutId === null ? [] : [checkoutId]))
}

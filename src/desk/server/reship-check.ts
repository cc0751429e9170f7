import type { Order } from '#order/server/orders.ts'
import { isPackedOrLater } from '#shipment/rules/shipment-state.ts'
import { orderIdOfShipment, shipmentsOf } from '#shipment/server/shipments.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { reshipRefusal } from '../rules/reship-refusal.ts'

type Units = readonly { readonly position: number; readonly quantity: number }[]

/** Why units of an order are not sent again now, as a sentence; null when they may be. */
export const reshipRefusalOf = async (
  db: Tx['db'] | AppDeps['database'],
  order: Order,
  units: Units,
): Promise<string | null> => {
  const shipments = (await shipmentsOf(db, [order.id])).get(order.id) ?? []
  const hasWaiting = shipments.some(
    ({ isReship, state }) =>
      isReship && state !== 'canceled' && (state === 'packed' || !isPackedOrLater(state)),
  )
  return reshipRefusal({ ...order, units, hasWaiting })
}

/** Refuses to send units again that may not be; the caller holds the lock of the order. ACTION_NOT_ALLOWED. */
export const requireReship = async (tx: Tx, order: Order, units: Units): Promise<void> => {
  const refusal = await reshipRefusalOf(tx.db, order, units)
  if (refusal !== null) throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusal })
}

/**
 * Whether a form has sent these units of an order again already. VALIDATION_ERROR where its id names a shipment of another order, and
 * ACTION_NOT_ALLOWED where it sent other units, as after Back in the browser.
 */
export const isReshipped = async (
  tx: Tx,
  orderId: string,
  requestId: string,
  units: Units,
): Promise<boolean> => {
  const reshippedOrder = await orderIdOfShipment(tx.db, requestId)
  if (reshippedOrder === null) return false
  if (reshippedOrder !== orderId)
    throw new ShopError('VALIDATION_ERROR', { fields: { request_id: 'Please open the form again.' } })
  const sent = (await shipmentsOf(tx.db, [orderId])).get(orderId)?.find(({ id }) => id === requestId)
  const items = sent?.items.map(({ position, lineQuantity: quantity }) => ({ position, quantity })) ?? []
  if (loggedUnits(sorted(items)) !== loggedUnits(sorted(units)))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'This form sent other units again already. Open the page again to send more.',
    })
  return true
}

const sorted = (units: Units): Units => units.toSorted((a, b) => a.position - b.position)

/** Units of lines, as the log keeps them: `0:2 3:1`. */
export const loggedUnits = (units: Units): string =>
  units.map(({ position, quantity }) => `${position}:${quantity}`).join(' ')

import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { isOpen, mayBecome } from '#shipment/rules/shipment-state.ts'
import { moveShipments, shipmentsOf } from '#shipment/server/shipments.ts'
import type { EventSource } from '#shipment/server/shipments.ts'
import { insertHold, releaseHolds, selectHolds } from './hold-store.ts'
import type { Hold, HoldCause, Released } from './hold-store.ts'
import type { Order } from './order-record.ts'
import { lockOrder, selectOrderByNumber, updateHeld } from './order-store.ts'

const sources: Readonly<Record<HoldCause, EventSource>> = {
  refund: 'refund',
  operator: 'operator',
  dispute: 'dispute',
  'fraud-warning': 'dispute',
}

/** What has not left is held while anything holds the order, and waits again when nothing does. */
const applyHolds = async (tx: Tx, orderId: string, source: EventSource): Promise<void> => {
  const isHeld = (await selectHolds(tx.db, orderId)).length > 0
  await updateHeld(tx, orderId, isHeld)
  const to = isHeld ? 'on-hold' : 'pending'
  const shipments = (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []
  const changed = shipments.filter(({ state }) => isOpen(state) && mayBecome(state, to))
  await moveShipments(tx, changed, { to, source })
}

/** Holds what has not left of an order back; the caller holds its lock. What a carrier has is not affected. */
export const holdOrder = async (tx: Tx, orderId: string, hold: Hold): Promise<void> => {
  await insertHold(tx, orderId, hold)
  await applyHolds(tx, orderId, sources[hold.cause])
}

/** Ends holds of an order, which ships when nothing else holds it; the caller holds its lock. Returns how many. */
export const releaseOrder = async (
  tx: Tx,
  orderId: string,
  released: Released,
  reason: string,
): Promise<number> => {
  const count = await releaseHolds(tx, orderId, released, reason)
  const source = 'causes' in released ? 'operator' : sources[released.cause]
  await applyHolds(tx, orderId, source)
  return count
}

/** Holds the shipments of an order back while all of its money is going back, or releases them. */
export const holdShipments = async (tx: Tx, orderId: string, isHeld: boolean): Promise<void> => {
  const hold = { cause: 'refund', causeId: orderId, reason: '' } as const
  if (isHeld) await holdOrder(tx, orderId, hold)
  else await releaseOrder(tx, orderId, hold, '')
}

const causeTexts: Readonly<Record<HoldCause, string>> = {
  refund: 'its money is being refunded',
  operator: 'an operator holds it',
  dispute: 'a bank disputes its payment',
  'fraud-warning': 'a bank warned of fraud',
}

/** Why an order is held, for operators: `a bank disputes its payment`. */
export const holdText = (holds: readonly Hold[]): string =>
  holds.map(({ cause, reason }) => `${causeTexts[cause]}${reason === '' ? '' : ` (${reason})`}`).join(', ') ||
  causeTexts.refund

const locked = async (tx: Tx, number: string) => {
  const found = await selectOrderByNumber(tx.db, number.toUpperCase())
  const order = found && (await lockOrder(tx, found.id))
  if (!order) throw new ShopError('NOT_FOUND', { detail: `There is no order ${number}.` })
  return order
}

/**
 * Holds the unshipped part of an order, because staff say so; the caller holds its lock. ACTION_NOT_ALLOWED when no part
 * waits.
 */
export const holdLocked = async (tx: Tx, { id, number }: Order, reason: string): Promise<void> => {
  const shipments = (await shipmentsOf(tx.db, [id])).get(id) ?? []
  if (!shipments.some(({ state }) => isOpen(state)))
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: `Nothing of order ${number} waits to be shipped.` })
  await holdOrder(tx, id, { cause: 'operator', causeId: id, reason })
}

/** An operator holds the unshipped part of an order. NOT_FOUND; ACTION_NOT_ALLOWED when no part waits. */
export const holdByOperator = (
  deps: AppDeps,
  number: string,
  reason: string,
  also?: (tx: Tx, order: Order) => void,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const order = await locked(tx, number)
    await holdLocked(tx, order, reason)
    also?.(tx, order)
  })

/**
 * Ends every hold of an order but that of a refund; the caller holds its lock. ACTION_NOT_ALLOWED when no such hold is
 * there.
 */
export const releaseLocked = async (tx: Tx, { id, number }: Order, reason: string): Promise<void> => {
  const causes = ['operator', 'dispute', 'fraud-warning'] as const
  if ((await releaseOrder(tx, id, { causes }, reason)) === 0)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: `Nothing that can be released holds order ${number}.`,
    })
}

/**
 * An operator ends every hold of an order but that of a refund; returns whether it can ship now. NOT_FOUND;
 * ACTION_NOT_ALLOWED when no such hold is there.
 */
export const releaseByOperator = (
  deps: AppDeps,
  number: string,
  reason: string,
  also?: (tx: Tx, order: Order) => void,
): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const order = await locked(tx, number)
    await releaseLocked(tx, order, reason)
    also?.(tx, order)
    return (await selectHolds(tx.db, order.id)).length === 0
  })

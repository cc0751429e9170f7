import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { areSameLines, chosenShipment } from '#shipment/rules/chosen-shipment.ts'
import type { WantedLine } from '#shipment/rules/chosen-shipment.ts'
import type { HandedOver } from '#shipment/rules/shipment-row.ts'
import { voidLabelsOf } from '#shipment/server/labels.ts'
import {
  lockTracking,
  moveShipments,
  packShipments,
  recentlyTracked,
  shipmentsOf,
  splitOff,
  updateCarrier,
} from '#shipment/server/shipments.ts'
import type { EventSource, Shipment } from '#shipment/server/shipments.ts'
import { orderStateOf } from '#shipment/rules/shipment-state.ts'
import { isClaimed } from '../rules/gift-claim.ts'
import { selectHolds } from './hold-store.ts'
import { holdText } from './holds.ts'
import { lockOrder, selectOrderById, selectOrderByNumber, updateShipped } from './order-store.ts'
import type { Order } from './order-record.ts'
import { recordShipped } from './order-ledger.ts'

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

interface LockedOrder {
  readonly order: Order
  readonly shipments: readonly Shipment[]
}

/** An order and its shipments under its lock, so that packing and canceling are decided one after the other. */
const lockedOrder = async (tx: Tx, number: string): Promise<LockedOrder> => {
  const found = await selectOrderByNumber(tx.db, number.toUpperCase())
  const order = found && (await lockOrder(tx, found.id))
  if (!order) throw new ShopError('NOT_FOUND', { detail: `There is no order ${number}.` })
  return { order, shipments: (await shipmentsOf(tx.db, [order.id])).get(order.id) ?? [] }
}

/** The pieces of a shipment by the plan codes of its order. */
export const wantedLinesOf = ({ lines }: Pick<Order, 'lines'>, { items }: Pick<Shipment, 'items'>) =>
  items.map(({ position, lineQuantity }) => ({
    sku: lines[position]?.planCode ?? '',
    position,
    quantity: lineQuantity,
  }))

/** Why an order must not be packed or shipped now, as a sentence; null when it may be. */
const obstacleOf = async (tx: Tx, order: Order): Promise<string | null> => {
  const { number, state, isHeld } = order
  if (state === 'canceled') return `Order ${number} was canceled.`
  if (isHeld) return `Order ${number} is on hold, because ${holdText(await selectHolds(tx.db, order.id))}.`
  if (order.kind === 'gift' && !isClaimed(order)) return `Nobody has claimed the gift of order ${number} yet.`
  return null
}

/** The shipment that is meant, on its own. Throws ACTION_NOT_ALLOWED with the reason as a sentence. */
const choose = async (
  tx: Tx,
  { order, shipments }: LockedOrder,
  lines: readonly WantedLine[] | null,
): Promise<Shipment> => {
  const obstacle = await obstacleOf(tx, order)
  if (obstacle !== null) throw refused(obstacle)
  const candidates = shipments.map((one) => ({ ...one, items: wantedLinesOf(order, one) }))
  const chosen = chosenShipment(candidates, lines)
  if (chosen.kind === 'none') throw refused(`Order ${order.number}: ${chosen.problem}`)
  const shipment = shipments.find(({ id }) => id === chosen.id)
  if (!shipment) throw new Error('the chosen shipment is one of the order')
  return chosen.kind === 'part' ? splitOff(tx, shipment, chosen.parts) : shipment
}

const pack = async (
  tx: Tx,
  { number }: Order,
  shipment: Shipment,
  source: EventSource,
): Promise<Shipment> => {
  if (shipment.state === 'packed') return shipment
  const { packed, short } = await packShipments(tx, [shipment], source)
  const [missing] = short
  if (missing)
    throw refused(
      `Order ${number} needs ${missing.units} of ${missing.product}, and ${missing.there} that have not expired are on hand. Receive or count the stock first.`,
    )
  return packed[0] ?? shipment
}

/** What is written in the transaction of an action: who did it. */
export type Also = (tx: Tx, order: Order) => void

/**
 * Packs what waits of an order, or some of its lines: from now on its buyer does not cancel it any more. The same again
 * changes nothing. NOT_FOUND; ACTION_NOT_ALLOWED with the reason as a sentence.
 */
export const packOrder = (
  deps: AppDeps,
  number: string,
  lines: readonly WantedLine[] | null,
  also?: Also,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const locked = await lockedOrder(tx, number)
    const shipment = await choose(tx, locked, lines)
    if (shipment.state === 'packed') return
    await pack(tx, locked.order, shipment, 'operator')
    deps.reachCrashPoint('shipment: packed')
    also?.(tx, locked.order)
  })

/** The same carrier and number again is the same shipment, unless other lines are named. */
const repeatedOf = ({ order, shipments }: LockedOrder, handed: HandedOver): Shipment | null => {
  const { carrier, tracking, lines } = handed
  const same = shipments.find((one) => one.carrier === carrier && one.tracking === tracking)
  if (!same) return null
  if (lines !== null && !areSameLines(lines, wantedLinesOf(order, same)))
    throw refused(`Order ${order.number}: the shipment ${tracking} has other lines.`)
  return same
}

/**
 * A number that another buyer's package has is a slip: both would follow that package, and it would arrive for both.
 * Orders of one buyer may be in one package.
 */
const checkTracking = async (tx: Tx, { order }: LockedOrder, handed: HandedOver): Promise<void> => {
  await lockTracking(tx, handed)
  const known = await recentlyTracked(tx.db, tx.now, [handed])
  const other = known.find(({ accountId }) => accountId !== order.accountId)
  if (!other) return
  const number = (await selectOrderById(tx.db, other.orderId))?.number ?? ''
  throw refused(
    `Order ${order.number}: ${handed.tracking} is the package of order ${number}, of another buyer.`,
  )
}

/** What became of a shipment that was handed over. */
export type HandOver = 'shipped' | 'repeated'

/** A replacement does not change whether the ordered items have shipped. */
const stateOf = (shipments: readonly Shipment[]) =>
  orderStateOf(shipments.filter(({ isReship }) => !isReship).map(({ state }) => state))

/**
 * Marks those of the orders as shipped of which nothing waits any more, and earns their revenue; after their shipments
 * have moved, under the locks of the orders. Returns how many they are.
 */
export const shipComplete = async (tx: Tx, orders: readonly Order[]): Promise<number> => {
  const waiting = orders.filter(({ state }) => state === 'placed')
  const shipments = await shipmentsOf(
    tx.db,
    waiting.map(({ id }) => id),
  )
  const complete = waiting.filter(({ id }) => stateOf(shipments.get(id) ?? []) === 'shipped')
  if (complete.length === 0) return 0
  await updateShipped(
    tx,
    complete.map(({ id }) => id),
  )
  await recordShipped(tx, complete)
  return complete.length
}

/**
 * Records that a carrier has what waits of an order, or some of its lines; packs it before. Recorded again it changes
 * nothing. NOT_FOUND; ACTION_NOT_ALLOWED with the reason as a sentence.
 */
export const handOver = (
  deps: AppDeps,
  handed: HandedOver,
  source: EventSource,
  also?: Also,
): Promise<HandOver> =>
  inTransaction(deps, async (tx) => {
    const locked = await lockedOrder(tx, handed.order)
    if (repeatedOf(locked, handed)) return 'repeated'
    await checkTracking(tx, locked, handed)
    const packed = await pack(tx, locked.order, await choose(tx, locked, handed.lines), source)
    // Somebody else takes it: a label that was bought for it is void.
    await voidLabelsOf(tx, [packed.id])
    await updateCarrier(tx, packed.id, handed)
    await moveShipments(tx, [packed], { to: 'shipped', source })
    await shipComplete(tx, [locked.order])
    also?.(tx, locked.order)
    return 'shipped'
  })

import type { Totals } from '#pricing/rules/totals.ts'
import type { Cents } from '#shared/money.ts'
import { isOpen, orderStateOf } from './shipment-state.ts'
import type { ShipmentState } from './shipment-state.ts'

/** Owed until its shipment leaves, is canceled, or all of its order's money is refunded. */
export type ShipmentItemState = 'owed' | 'shipped' | 'canceled' | 'refunded'

/** How much of an order's total was refunded. */
export interface RefundedOrder {
  readonly totals: Pick<Totals, 'totalCents'>
  readonly refundedCents: Cents
}

/** Whether all of an order's total was refunded. An order without payment is never refunded. */
export const isFullyRefunded = ({ totals: { totalCents }, refundedCents }: RefundedOrder): boolean =>
  totalCents > 0 && refundedCents >= totalCents

/** The state of the items of a shipment. */
export const itemStateOf = (state: ShipmentState, order: RefundedOrder): ShipmentItemState => {
  if (isOpen(state)) return 'owed'
  if (isFullyRefunded(order)) return 'refunded'
  return state === 'canceled' ? 'canceled' : 'shipped'
}

/** A line of an order in a shipment. */
export interface ShipmentItem {
  /** Which line of the order. */
  readonly position: number
  readonly product: string
  /** Pieces of the line. */
  readonly lineQuantity: number
  /** The same in months' supplies of the product. */
  readonly stockQuantity: number
}

interface ItemsInState {
  readonly state: ShipmentState
  readonly items: readonly ShipmentItem[]
}

/** An order with the products that its lines take from stock. */
export interface OrderedProducts extends RefundedOrder {
  readonly number: string
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly lines: readonly {
    readonly quantity: number
    readonly stock: { readonly product: string; readonly quantity: number }
  }[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The months' supplies of an order's items by product, as its buyer reads them: one entry for each state. */
const productsIn = (
  shipments: readonly ItemsInState[],
  order: RefundedOrder,
): readonly { readonly product: string; readonly quantity: number; readonly state: ShipmentItemState }[] =>
  shipments.flatMap(({ state, items }) =>
    items.map(({ product, stockQuantity }) => ({
      product,
      quantity: stockQuantity,
      state: itemStateOf(state, order),
    })),
  )

const productViolations = (order: OrderedProducts, shipments: readonly ItemsInState[]): readonly string[] => {
  const items = productsIn(shipments, order)
  const lines = order.lines.map(({ stock }) => stock)
  const products = new Set([...lines, ...items].map(({ product }) => product))
  return [...products].flatMap((product) => {
    const quantityIn = (...states: readonly ShipmentItemState[]): number =>
      sum(
        items
          .filter((item) => item.product === product && states.includes(item.state))
          .map((item) => item.quantity),
      )
    const paid = sum(lines.filter((line) => line.product === product).map(({ quantity }) => quantity))
    const [shipped, owed] = [quantityIn('shipped'), quantityIn('owed')]
    const refunded = quantityIn('canceled', 'refunded')
    const parts = `${shipped} are delivered, ${owed} owed, ${refunded} refunded`
    return paid === shipped + owed + refunded
      ? []
      : [`order ${order.number} paid for ${paid} ${product}, and ${parts}`]
  })
}

const lineViolations = (
  { number, lines }: OrderedProducts,
  shipments: readonly ItemsInState[],
): readonly string[] => {
  const items = shipments.flatMap((shipment) => shipment.items)
  return lines.flatMap(({ quantity }, position) => {
    const inShipments = sum(
      items.filter((item) => item.position === position).map(({ lineQuantity }) => lineQuantity),
    )
    return inShipments === quantity
      ? []
      : [`order ${number} has ${quantity} in line ${position + 1}, and ${inShipments} in its shipments`]
  })
}

/**
 * A sentence for each product of which an order's paid quantity is not delivered + owed + refunded (including
 * canceled), for each line of which more or less is in shipments than was ordered, and for a state that its shipments
 * do not have.
 */
export const brokenShipmentsOf = (
  order: OrderedProducts,
  shipments: readonly ItemsInState[],
): readonly string[] => {
  const state = orderStateOf(shipments.map((shipment) => shipment.state))
  const ofProducts = productViolations(order, shipments)
  return [
    // A product of which the sum is wrong is wrong in its lines, too.
    ...(ofProducts.length > 0 ? ofProducts : lineViolations(order, shipments)),
    ...(state === order.state ? [] : [`order ${order.number} is ${order.state}, its shipments ${state}`]),
  ]
}

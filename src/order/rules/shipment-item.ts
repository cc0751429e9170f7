import type { Totals } from '#pricing/rules/totals.ts'
import type { Cents } from '#shared/money.ts'

/** Owed until it is shipped, canceled, or fully refunded. */
export type ShipmentState = 'owed' | 'shipped' | 'canceled' | 'refunded'

/** An order as far as its deliveries go. */
export interface OrderStatus {
  readonly state: string
  readonly totals: Pick<Totals, 'totalCents'>
  readonly refundedCents: Cents
}

/** Whether all of an order's total was refunded. An order without payment is never refunded. */
export const isFullyRefunded = ({
  totals: { totalCents },
  refundedCents,
}: Omit<OrderStatus, 'state'>): boolean => totalCents > 0 && refundedCents >= totalCents

/** The state of the shipment items of an order. */
export const shipmentStateOf = (order: OrderStatus): ShipmentState => {
  const { state } = order
  if (state !== 'shipped' && state !== 'canceled') return 'owed'
  return isFullyRefunded(order) ? 'refunded' : state
}

interface ProductQuantity {
  readonly product: string
  readonly quantity: number
}

/** An order with the products that its lines take from stock. */
export interface OrderedProducts extends OrderStatus {
  readonly number: string
  readonly lines: readonly { readonly stock: ProductQuantity }[]
}

const quantityOf = (all: readonly ProductQuantity[], product: string): number =>
  all.reduce((sum, one) => sum + (one.product === product ? one.quantity : 0), 0)

/**
 * A sentence for each product of which an order's paid quantity is not delivered + owed + refunded (including
 * canceled), and for each shipment item whose state differs from its order's.
 */
export const brokenShipmentItemsOf = (
  order: OrderedProducts,
  shipmentItems: readonly (ProductQuantity & { readonly state: string })[],
): readonly string[] => {
  const { number } = order
  const lines = order.lines.map(({ stock }) => stock)
  const itemsIn = (...stateViolations: readonly string[]) =>
    shipmentItems.filter(({ state }) => stateViolations.includes(state))
  const products = new Set([...lines, ...shipmentItems].map(({ product }) => product))
  const quantityViolations = [...products].flatMap((product) => {
    const paid = quantityOf(lines, product)
    const shipped = quantityOf(itemsIn('shipped'), product)
    const owed = quantityOf(itemsIn('owed'), product)
    const refunded = quantityOf(itemsIn('canceled', 'refunded'), product)
    const parts = `${shipped} are delivered, ${owed} owed, ${refunded} refunded`
    return paid === shipped + owed + refunded
      ? []
      : [`order ${number} paid for ${paid} ${product}, and ${parts}`]
  })
  const expected = shipmentStateOf(order)
  const stateViolations = shipmentItems
    .filter(({ state }) => state !== expected)
    .map(({ product, state }) => `order ${number} says that ${product} is ${expected}, its delivery ${state}`)
  return [...quantityViolations, ...stateViolations]
}

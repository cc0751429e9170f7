import type { Cents } from '#shared/money.ts'

/** Owed until the parcel has left, was canceled, or all the money has gone back. */
export type ShipmentState = 'owed' | 'shipped' | 'canceled' | 'refunded'

/** An order as far as its deliveries go. */
export interface OrderStatus {
  readonly state: string
  readonly totalCents: Cents
  readonly refundedCents: Cents
}

/** How the deliveries of an order stand. What nothing was paid for is never refunded. */
export const shipmentStateOf = ({ state, totalCents, refundedCents }: OrderStatus): ShipmentState => {
  if (state !== 'shipped' && state !== 'canceled') return 'owed'
  return totalCents > 0 && refundedCents >= totalCents ? 'refunded' : state
}

interface ProductQuantity {
  readonly product: string
  readonly stockQuantity: number
}

/** An order with what was bought and what became of it. */
export interface OrderWithShipmentItems extends OrderStatus {
  readonly number: string
  readonly lines: readonly ProductQuantity[]
  readonly shipmentItems: readonly (ProductQuantity & { readonly state: string })[]
}

const quantityOf = (all: readonly ProductQuantity[], product: string): number =>
  all.reduce((sum, one) => sum + (one.product === product ? one.stockQuantity : 0), 0)

/**
 * A sentence for each product of which an order's paid units are not delivered + owed + refunded (canceled ones with
 * them), and for each delivery that stands otherwise than its order.
 */
export const brokenShipmentItemsOf = (order: OrderWithShipmentItems): readonly string[] => {
  const { number, lines, shipmentItems } = order
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

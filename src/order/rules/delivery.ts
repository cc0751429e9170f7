import type { Cents } from '#shared/money.ts'

/** Owed until the parcel has left, was canceled, or all the money has gone back. */
export type DeliveryState = 'owed' | 'shipped' | 'canceled' | 'refunded'

/** An order as far as its deliveries go. */
export interface OrderStanding {
  readonly state: string
  readonly totalCents: Cents
  readonly refundedCents: Cents
}

/** How the deliveries of an order stand. What nothing was paid for is never refunded. */
export const deliveryStateOf = ({ state, totalCents, refundedCents }: OrderStanding): DeliveryState => {
  if (state !== 'shipped' && state !== 'canceled') return 'owed'
  return totalCents > 0 && refundedCents >= totalCents ? 'refunded' : state
}

interface Units {
  readonly product: string
  readonly units: number
}

/** An order with what was bought and what became of it. */
export interface DeliveredOrder extends OrderStanding {
  readonly number: string
  readonly lines: readonly Units[]
  readonly deliveries: readonly (Units & { readonly state: string })[]
}

const sumOf = (all: readonly Units[], product: string): number =>
  all.reduce((sum, one) => sum + (one.product === product ? one.units : 0), 0)

/**
 * A sentence for each product of which an order's paid units are not delivered + owed + refunded (canceled ones with
 * them), and for each delivery that stands otherwise than its order.
 */
export const brokenDeliveriesOf = (order: DeliveredOrder): readonly string[] => {
  const { number, lines, deliveries } = order
  const of = (...states: readonly string[]) => deliveries.filter(({ state }) => states.includes(state))
  const products = new Set([...lines, ...deliveries].map(({ product }) => product))
  const sums = [...products].flatMap((product) => {
    const paid = sumOf(lines, product)
    const delivered = sumOf(of('shipped'), product)
    const owed = sumOf(of('owed'), product)
    const refunded = sumOf(of('canceled', 'refunded'), product)
    const parts = `${delivered} are delivered, ${owed} owed, ${refunded} refunded`
    return paid === delivered + owed + refunded
      ? []
      : [`order ${number} paid for ${paid} ${product}, and ${parts}`]
  })
  const expected = deliveryStateOf(order)
  const states = deliveries
    .filter(({ state }) => state !== expected)
    .map(({ product, state }) => `order ${number} says that ${product} is ${expected}, its delivery ${state}`)
  return [...sums, ...states]
}

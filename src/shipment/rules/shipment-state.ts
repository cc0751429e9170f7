import { z } from 'zod'

/** The states of a shipment, in the order in which it takes them. */
export const ShipmentState = z.enum([
  'pending',
  'on-hold',
  'packed',
  'shipped',
  'in-transit',
  'lost',
  'delivered',
  'returned-to-sender',
  'canceled',
])

export type ShipmentState = z.output<typeof ShipmentState>

const carried = ['shipped', 'in-transit', 'lost', 'delivered', 'returned-to-sender'] as const

/**
 * The states that may follow. What a carrier has reported is true even when the shop did not expect it: a shipment that
 * was put on hold too late has left. What was lost can be found.
 */
const followers: Readonly<Record<ShipmentState, readonly ShipmentState[]>> = {
  pending: ['on-hold', 'packed', 'canceled'],
  'on-hold': ['pending', 'canceled', ...carried],
  packed: ['on-hold', 'canceled', ...carried],
  shipped: ['in-transit', 'lost', 'delivered', 'returned-to-sender'],
  'in-transit': ['lost', 'delivered', 'returned-to-sender'],
  lost: ['delivered', 'returned-to-sender'],
  delivered: [],
  'returned-to-sender': [],
  canceled: [],
}

/** Whether a shipment in `state` may take the state `to`. */
export const mayBecome = (state: ShipmentState, to: ShipmentState): boolean => followers[state].includes(to)

/** What a carrier's event means for a shipment: it moves on, was known before, or came too late. */
export type EventEffect = 'moves' | 'repeats' | 'late'

/** The effect of an event that says `to`; events arrive twice and in any order, and never move a shipment back. */
export const effectOf = (state: ShipmentState, to: ShipmentState): EventEffect => {
  if (state === to) return 'repeats'
  return mayBecome(state, to) ? 'moves' : 'late'
}

/** Whether a carrier has it, or had it. */
export const hasLeft = (state: ShipmentState): boolean => carried.some((one) => one === state)

/** Whether it has yet to leave. */
export const isOpen = (state: ShipmentState): boolean => state !== 'canceled' && !hasLeft(state)

/** Whether packing has begun, so that its order is not canceled by its buyer any more. */
export const isPackedOrLater = (state: ShipmentState): boolean => state === 'packed' || hasLeft(state)

/** Whether it is on its way: a delay is news only then. */
export const isOnItsWay = (state: ShipmentState): boolean => state === 'shipped' || state === 'in-transit'

/** The state of an order, from those of its shipments: it has shipped when none of them waits. */
export const orderStateOf = (states: readonly ShipmentState[]): 'placed' | 'shipped' | 'canceled' => {
  if (states.some(isOpen)) return 'placed'
  return states.some(hasLeft) ? 'shipped' : 'canceled'
}

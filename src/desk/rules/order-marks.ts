import { z } from 'zod'
import type { SubscriptionState } from '#subscription/record/rules/subscription-state.ts'

/** How far a payment or a shipment is: the level of the mark, the word that says it, and whether somebody has to act. */
export interface Mark {
  readonly word: string
  readonly level: 'empty' | 'low' | 'half' | 'full' | 'struck'
  readonly tone: 'plain' | 'ok' | 'bad' | 'quiet'
}

interface PaymentFacts {
  readonly totalCents: number
  readonly refundedCents: number
  readonly isDisputed: boolean
}

/** The payment of an order: an order exists only once it is paid. */
export const paymentMark = ({ totalCents, refundedCents, isDisputed }: PaymentFacts): Mark => {
  if (isDisputed) return { word: 'disputed', level: 'full', tone: 'bad' }
  if (refundedCents > 0 && refundedCents >= totalCents)
    return { word: 'refunded', level: 'empty', tone: 'quiet' }
  if (refundedCents > 0) return { word: 'partly refunded', level: 'half', tone: 'quiet' }
  return { word: totalCents === 0 ? 'free' : 'paid', level: 'full', tone: 'ok' }
}

const shipmentMarks: ReadonlyMap<string, Mark> = new Map([
  ['pending', { word: 'to pack', level: 'empty', tone: 'plain' }],
  ['on-hold', { word: 'on hold', level: 'low', tone: 'bad' }],
  ['packed', { word: 'packed', level: 'half', tone: 'plain' }],
  ['shipped', { word: 'shipped', level: 'full', tone: 'plain' }],
  ['in-transit', { word: 'in transit', level: 'full', tone: 'plain' }],
  ['delivered', { word: 'delivered', level: 'full', tone: 'ok' }],
  ['lost', { word: 'lost', level: 'struck', tone: 'bad' }],
  ['returned-to-sender', { word: 'returned to sender', level: 'struck', tone: 'bad' }],
  ['canceled', { word: 'canceled', level: 'struck', tone: 'quiet' }],
])

/** What needs a person comes first: of several shipments the slowest one represents the order. */
const order = [
  'lost',
  'returned-to-sender',
  'on-hold',
  'pending',
  'packed',
  'shipped',
  'in-transit',
  'delivered',
  'canceled',
]

const unknown: Mark = { word: 'unknown', level: 'low', tone: 'bad' }

/** The shipments of an order in one mark. */
export const shipmentMark = (states: readonly string[]): Mark => {
  const behind = order.find((state) => states.includes(state))
  return (behind === undefined ? undefined : shipmentMarks.get(behind)) ?? unknown
}

/** Orders that are tagged at once. */
export const maxTagged = 1_000

/** What the team calls an order: alphanumeric words in lower case, with spaces and hyphens between them. */
export const OrderTag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please enter a tag.')
  .max(24, 'Please enter a tag of at most 24 characters.')
  .regex(/^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u, 'A tag has letters, digits, spaces and hyphens.')

const marks: Readonly<Record<SubscriptionState, Mark>> = {
  active: { level: 'full', tone: 'ok', word: 'active' },
  future: { level: 'low', tone: 'plain', word: 'starts later' },
  paused: { level: 'half', tone: 'plain', word: 'paused' },
  canceled: { level: 'empty', tone: 'quiet', word: 'canceled' },
  expired: { level: 'empty', tone: 'quiet', word: 'ended' },
  failed: { level: 'struck', tone: 'bad', word: 'card declined' },
}

export const subscriptionMark = (state: SubscriptionState): Mark => marks[state]

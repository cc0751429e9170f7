import { laterOf } from '#shared/date-range.ts'
import { isOnItsWay, isOpen } from '#shipment/rules/shipment-state.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { returnDays } from './return-policy.ts'
import { takenOfPackages } from './taken-units.ts'
import type { TakenLine } from './taken-units.ts'

/** Why somebody returns something. */
export const returnReasons = ['changed-mind', 'not-as-expected', 'ordered-by-mistake', 'other'] as const

export type ReturnReason = (typeof returnReasons)[number]

/** A shipment and what of each line of its order is in it. */
export interface ReturnableShipment {
  readonly state: ShipmentState
  /** Sent again, in place of something that was bought. */
  readonly isReship: boolean
  /** The day on which it counts as received, in the time zone of the shop; null while it is not. */
  readonly receivedOn: Temporal.PlainDate | null
  readonly items: readonly { readonly position: number; readonly quantity: number }[]
}

/** How many of a line of an order. */
export interface ReturnedLine {
  readonly position: number
  readonly quantity: number
}

export interface ReturnFacts {
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly isFullyRefunded: boolean
  /** Its buyer withdrew from the contract: everything goes back anyway. */
  readonly isWithdrawn: boolean
  readonly shipments: readonly ReturnableShipment[]
  readonly returned: readonly TakenLine[]
  readonly today: Temporal.PlainDate
}

/** Why no item of an order can be returned. */
export type NoReturn = 'gift' | 'refunded' | 'withdrawn' | 'not-shipped' | 'too-late' | 'returned'

/** What can be returned of an order now, line by line, and until when. */
export type ReturnOffer =
  | { readonly kind: 'none'; readonly reason: NoReturn }
  | {
      readonly kind: 'open'
      /** Null while something that can be returned is on its way: its days have not begun. */
      readonly until: Temporal.PlainDate | null
      readonly lines: readonly ReturnedLine[]
    }

/** The last day on which a shipment can be returned; null for one that is on its way. */
const lastDayOf = ({ receivedOn }: ReturnableShipment): Temporal.PlainDate | null =>
  receivedOn && receivedOn.add({ days: returnDays })

const laterLastDay = (
  a: Temporal.PlainDate | null,
  b: Temporal.PlainDate | null,
): Temporal.PlainDate | null => a && b && laterOf(a, b)

/** How many units of each line, by its position. */
export const sumsByPosition = (lines: readonly ReturnedLine[]): Map<number, number> => {
  const sums = new Map<number, number>()
  for (const { position, quantity } of lines) sums.set(position, (sums.get(position) ?? 0) + quantity)
  return sums
}

const quantityOf = (lines: readonly ReturnedLine[], position: number): number =>
  sumsByPosition(lines).get(position) ?? 0

const unitsIn = (shipments: readonly ReturnableShipment[]): Map<number, number> =>
  sumsByPosition(shipments.flatMap(({ items }) => items))

/**
 * How much of each line can be returned of what is in time: never more than was bought and is in no return, because what is
 * sent again takes the place of something, and not what still waits to be sent again.
 */
const unitsLeft = (
  { shipments, returned }: ReturnFacts,
  inTime: ReadonlySet<ReturnableShipment>,
): ReturnedLine[] => {
  const bought = unitsIn(shipments.filter(({ isReship }) => !isReship))
  const waiting = unitsIn(shipments.filter(({ isReship, state }) => isReship && isOpen(state)))
  const left = shipments.filter(({ state }) => !isOpen(state) && state !== 'canceled')
  const sent = left.map((shipment) => ({ shipment, lastDay: lastDayOf(shipment) }))
  return [...unitsIn([...inTime])].map(([position, quantity]) => {
    const most = bought.get(position) ?? 0
    const taken = takenOfPackages(position, sent, returned)
    const ofInTime = [...taken].reduce((sum, [shipment, part]) => sum + (inTime.has(shipment) ? part : 0), 0)
    const free = Math.min(Math.min(quantity, most) - ofInTime, most - quantityOf(returned, position))
    return { position, quantity: free - (waiting.get(position) ?? 0) }
  })
}

/** Everything that is on its way, or was received less than 30 days ago, and is in no return yet. */
export const returnOffer = (facts: ReturnFacts): ReturnOffer => {
  if (facts.kind === 'gift') return { kind: 'none', reason: 'gift' }
  if (facts.isWithdrawn) return { kind: 'none', reason: 'withdrawn' }
  if (facts.isFullyRefunded) return { kind: 'none', reason: 'refunded' }
  const sent = facts.shipments
    .filter(({ state, receivedOn }) => receivedOn !== null || isOnItsWay(state))
    .map((shipment) => ({ lastDay: lastDayOf(shipment), shipment }))
  if (sent.length === 0) return { kind: 'none', reason: 'not-shipped' }
  const inTime = sent.filter(
    ({ lastDay }) => lastDay === null || Temporal.PlainDate.compare(facts.today, lastDay) <= 0,
  )
  if (inTime.length === 0) return { kind: 'none', reason: 'too-late' }
  const lines = unitsLeft(facts, new Set(inTime.map(({ shipment }) => shipment)))
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => a.position - b.position)
  if (lines.length === 0) return { kind: 'none', reason: 'returned' }
  return { kind: 'open', until: inTime.map(({ lastDay }) => lastDay).reduce(laterLastDay), lines }
}

import { laterOf } from '#shared/date-range.ts'
import type { ReturnableShipment, ReturnedLine } from './return-offer.ts'

/** Units of a line that are in a return or in a report of a problem, and since when. */
export interface TakenLine extends ReturnedLine {
  readonly on: Temporal.PlainDate
  /** Reported as missing: of a package that was lost or came back, if there is one. */
  readonly isMissing: boolean
}

/** Units of a line in one package. */
interface PackedUnits {
  readonly shipment: ReturnableShipment
  /** The last day on which they can be returned; null while they are on their way. */
  readonly lastDay: Temporal.PlainDate | null
  readonly isGone: boolean
  readonly quantity: number
}

const isGone = ({ state }: ReturnableShipment): boolean => state === 'lost' || state === 'returned-to-sender'

const byLastDay = (a: PackedUnits, b: PackedUnits): number => {
  if (a.lastDay === null || b.lastDay === null) return Number(a.lastDay === null) - Number(b.lastDay === null)
  return Temporal.PlainDate.compare(a.lastDay, b.lastDay)
}

const isInTime = ({ lastDay }: PackedUnits, on: Temporal.PlainDate): boolean =>
  lastDay === null || laterOf(lastDay, on).equals(lastDay)

/** The packages that units were most likely taken from, the likeliest first: what is in time, and of that what ends first. */
const likeliest = (packages: readonly PackedUnits[], { on, isMissing }: TakenLine): PackedUnits[] => {
  const rank = (one: PackedUnits): number => {
    if (one.isGone) return isMissing ? 0 : 3
    return isInTime(one, on) ? 1 : 2
  }
  return packages.toSorted((a, b) => rank(a) - rank(b) || byLastDay(a, b))
}

interface SentPackage {
  readonly shipment: ReturnableShipment
  readonly lastDay: Temporal.PlainDate | null
}

/**
 * How many units of a line are taken from each package that was sent, also from those that were lost or came back. A unit
 * counts against one package: what was returned of an early one leaves a later one whole.
 */
export const takenOfPackages = (
  position: number,
  sent: readonly SentPackage[],
  taken: readonly TakenLine[],
): ReadonlyMap<ReturnableShipment, number> => {
  const packages = sent.flatMap(({ shipment, lastDay }) =>
    shipment.items
      .filter((item) => item.position === position)
      .map(({ quantity }) => ({ shipment, lastDay, quantity, isGone: isGone(shipment) })),
  )
  const counts = new Map<ReturnableShipment, number>()
  const own = taken.filter((line) => line.position === position)
  for (const line of own.toSorted((a, b) => Temporal.PlainDate.compare(a.on, b.on))) {
    let left = line.quantity
    for (const { shipment, quantity } of likeliest(packages, line)) {
      const count = counts.get(shipment) ?? 0
      const part = Math.min(left, quantity - count)
      if (part <= 0) continue
      counts.set(shipment, count + part)
      left -= part
    }
  }
  return counts
}

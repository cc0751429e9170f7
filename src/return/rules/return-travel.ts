import { z } from 'zod'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'

/** Where the package of a return is, as its carrier says. */
export const ReturnTravel = z.enum(['in-transit', 'lost', 'arrived'])

export type ReturnTravel = z.output<typeof ReturnTravel>

const meanings: Partial<Record<ShipmentState, ReturnTravel>> = {
  shipped: 'in-transit',
  'in-transit': 'in-transit',
  lost: 'lost',
  delivered: 'arrived',
}

const rank = (travel: ReturnTravel | null): number =>
  travel === null ? -1 : ReturnTravel.options.indexOf(travel)

/**
 * Where a package is after its carrier said `says`; null when that is no news. Events arrive twice and in any order and never
 * move it back; what was lost can arrive.
 */
export const travelAfter = (travel: ReturnTravel | null, says: ShipmentState): ReturnTravel | null => {
  const now = meanings[says] ?? null
  return rank(now) > rank(travel) ? now : null
}

import type { ShipmentItem } from './shipment-item.ts'

/** What a box weighs, and a month's supply in it, in grams (sample). */
const boxGrams = 120
const supplyGrams = 140

/** The weight of a shipment that nobody has weighed, in grams. */
export const packedGrams = (items: readonly Pick<ShipmentItem, 'lineQuantity' | 'stockQuantity'>[]): number =>
  items.reduce(
    // A line that takes nothing from stock is a thing as well.
    (grams, { lineQuantity, stockQuantity }) => grams + supplyGrams * Math.max(stockQuantity, lineQuantity),
    boxGrams,
  )

/** The key of a label at its carrier: the shipment, and after a void its attempt; asking again buys no other label. */
export const labelKey = (shipmentId: string, attempt: number): string =>
  attempt === 1 ? shipmentId : `${shipmentId}:${attempt}`

/** Minutes until a carrier that gave no answer is asked again, after so many requests. */
export const minutesUntilNextAsk = (asked: number): number => Math.min(2 ** (asked - 1), 60)

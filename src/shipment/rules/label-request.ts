import type { Address } from '#shared/address.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { ShipmentItem } from './shipment-item.ts'

/** A label to be bought. The same key with the same facts is the same label. */
export interface LabelRequest {
  readonly key: string
  /** How the buyer chose to ship: `method_code` of the checkout (spec §3). */
  readonly shippingMethod: string
  readonly weightGrams: number
  /** The order's number, printed on the label. */
  readonly reference: string
  /** The buyer's address. A return's label leads from there to the shop. */
  readonly to: Address
  readonly isReturn: boolean
  /** What is in the box, for customs. */
  readonly contents: readonly PackedItem[]
  readonly currency: Currency
  /** The shop's time. */
  readonly at: Temporal.Instant
}

/** Some pieces of one line in a box. */
export interface PackedItem {
  readonly name: string
  readonly quantity: number
  /** Of all pieces, before discounts. */
  readonly valueCents: Cents
  /** Of all pieces. */
  readonly grams: number
}

/** What a box weighs, and a month's supply in it, in grams (sample). */
const boxGrams = 120
const supplyGrams = 140

type Counted = Pick<ShipmentItem, 'lineQuantity' | 'stockQuantity'>

/** A line that takes nothing from stock is a thing as well. */
const itemGrams = ({ lineQuantity, stockQuantity }: Counted): number =>
  supplyGrams * Math.max(stockQuantity, lineQuantity)

/** The weight of a shipment that nobody has weighed, in grams. */
export const packedGrams = (items: readonly Counted[]): number =>
  items.reduce((grams, item) => grams + itemGrams(item), boxGrams)

interface OrderedLine {
  readonly name: string
  readonly unitPriceCents: Cents
}

/** What is in the box of a shipment, from the lines of its order. */
export const packedContents = (
  lines: readonly OrderedLine[],
  items: readonly Pick<ShipmentItem, 'position' | 'lineQuantity' | 'stockQuantity'>[],
): readonly PackedItem[] =>
  items.flatMap((item) => {
    const line = lines[item.position]
    if (!line) return []
    const { lineQuantity: quantity } = item
    return [{ name: line.name, quantity, valueCents: line.unitPriceCents * quantity, grams: itemGrams(item) }]
  })

/** The key of a label at its carrier: the shipment, and after a void its attempt; asking again buys no other label. */
export const labelKey = (shipmentId: string, attempt: number): string =>
  attempt === 1 ? shipmentId : `${shipmentId}:${attempt}`

/** Minutes until a carrier that gave no answer is asked again, after this many requests. */
export const minutesUntilNextAsk = (requests: number): number => Math.min(2 ** (requests - 1), 60)

/** What is known of the last request for a label. */
interface AskedLabel {
  readonly requests: number
  readonly nextAskAt: Temporal.Instant | null
}

/**
 * Whether the carrier may still be answering: within the minute after it was asked, which is longer than an adapter waits.
 * Asked a second time meanwhile, one without idempotency keys sells a second label.
 */
export const mayStillAnswer = ({ requests, nextAskAt }: AskedLabel, now: Temporal.Instant): boolean => {
  if (requests === 0 || nextAskAt === null) return false
  const until = nextAskAt.subtract({ minutes: minutesUntilNextAsk(requests) - 1 })
  return Temporal.Instant.compare(now, until) < 0
}

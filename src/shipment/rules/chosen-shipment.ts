import type { ShipmentState } from './shipment-state.ts'

/** How many pieces of a product, by its plan code. */
export interface WantedLine {
  readonly sku: string
  readonly quantity: number
}

/** Pieces of one line of an order. */
export interface PartOfLine {
  readonly position: number
  readonly quantity: number
}

/** A shipment as far as a choice between shipments goes. */
export interface ShipmentToChoose {
  readonly id: string
  readonly state: ShipmentState
  readonly items: readonly (WantedLine & PartOfLine)[]
}

/** The shipment that is named, all of it or with a part that leaves it; or the reason for a refusal, as a sentence. */
export type ChosenShipment =
  | { readonly kind: 'complete'; readonly id: string }
  | { readonly kind: 'part'; readonly id: string; readonly parts: readonly PartOfLine[] }
  | { readonly kind: 'none'; readonly problem: string }

/** Quantities by plan code. */
const quantitiesOf = (lines: readonly WantedLine[]): ReadonlyMap<string, number> => {
  const quantities = new Map<string, number>()
  for (const { sku, quantity } of lines) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity)
  return quantities
}

/** Whether both say the same quantities of the same plans. */
export const areSameLines = (some: readonly WantedLine[], others: readonly WantedLine[]): boolean => {
  const [a, b] = [quantitiesOf(some), quantitiesOf(others)]
  return a.size === b.size && [...a].every(([sku, quantity]) => b.get(sku) === quantity)
}

const partsOf = (items: ShipmentToChoose['items'], wanted: ReadonlyMap<string, number>): PartOfLine[] => {
  const left = new Map(wanted)
  return items.flatMap(({ sku, position, quantity }) => {
    const taken = Math.min(quantity, left.get(sku) ?? 0)
    left.set(sku, (left.get(sku) ?? 0) - taken)
    return taken === 0 ? [] : [{ position, quantity: taken }]
  })
}

const problemIn = (
  items: readonly WantedLine[],
  wanted: ReadonlyMap<string, number>,
  ordered: readonly string[],
): string | null => {
  const left = quantitiesOf(items)
  for (const [sku, quantity] of wanted) {
    if (!ordered.includes(sku)) return `There is no ${sku} in this order.`
    const available = left.get(sku) ?? 0
    if (quantity > available) return `Of ${sku}, ${available} are left to ship, not ${quantity}.`
  }
  return null
}

/**
 * Which of an order's shipments is packed or handed over: without `lines` the packed one, or else the one that waits;
 * with them the packed one of just these lines, or these of the one that waits.
 */
export const chosenShipment = (
  shipments: readonly ShipmentToChoose[],
  lines: readonly WantedLine[] | null,
): ChosenShipment => {
  const packed = shipments.filter(({ state }) => state === 'packed')
  const pending = shipments.find(({ state }) => state === 'pending')
  if (lines === null) {
    const complete = packed[0] ?? pending
    return complete
      ? { kind: 'complete', id: complete.id }
      : { kind: 'none', problem: 'Nothing is left to ship.' }
  }
  const same = [...packed, ...(pending ? [pending] : [])].find(({ items }) => areSameLines(items, lines))
  if (same) return { kind: 'complete', id: same.id }
  const ordered = shipments.flatMap(({ items }) => items.map(({ sku }) => sku))
  const wanted = quantitiesOf(lines)
  const problem = problemIn(pending?.items ?? [], wanted, ordered)
  if (problem !== null) return { kind: 'none', problem }
  return pending
    ? { kind: 'part', id: pending.id, parts: partsOf(pending.items, wanted) }
    : { kind: 'none', problem: 'Nothing is left to ship.' }
}

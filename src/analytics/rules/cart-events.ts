import type { BrowserEvent, EventProperties, TrackedProduct } from './tracking-plan.ts'

/** What a page says about the cart: what the buyer chose, and what its codes do. */
export interface CartSnapshot {
  readonly lines: readonly TrackedProduct[]
  /** Codes that take something off, and how much. */
  readonly applied: readonly { readonly code: string; readonly discount: number }[]
  /** Codes that take nothing off, and why. */
  readonly refused: readonly { readonly code: string; readonly reason: string }[]
}

/** An event with what it says, as it is reported. */
export type ReportedEvent = {
  [E in BrowserEvent]: { readonly event: E; readonly properties: EventProperties<E> }
}[BrowserEvent]

const quantityOf = (lines: readonly TrackedProduct[], sku: string): number =>
  lines.find((line) => line.sku === sku)?.quantity ?? 0

const changeProperties = (line: TrackedProduct, difference: number): EventProperties<'Product Added'> => ({
  ...line,
  quantity: difference,
  ...(line.price === undefined ? {} : { value: line.price * difference }),
})

const productEvents = (previous: CartSnapshot, current: CartSnapshot): ReportedEvent[] => {
  const skus = new Set([...previous.lines, ...current.lines].map(({ sku }) => sku))
  return [...skus].flatMap((sku): ReportedEvent[] => {
    const difference = quantityOf(current.lines, sku) - quantityOf(previous.lines, sku)
    const line = [...current.lines, ...previous.lines].find((one) => one.sku === sku)
    if (difference === 0 || line === undefined) return []
    return difference > 0
      ? [{ event: 'Product Added', properties: changeProperties(line, difference) }]
      : [{ event: 'Product Removed', properties: changeProperties(line, -difference) }]
  })
}

const couponEvents = (previous: CartSnapshot, current: CartSnapshot): ReportedEvent[] => {
  const hasCode = (side: readonly { readonly code: string }[], code: string) =>
    side.some((one) => one.code === code)
  const removed = previous.applied.filter(
    ({ code }) => !hasCode([...current.applied, ...current.refused], code),
  )
  return [
    ...removed.map(({ code, discount }): ReportedEvent => ({
      event: 'Coupon Removed',
      properties: { coupon_name: code, discount },
    })),
    ...current.applied
      .filter(({ code }) => !hasCode(previous.applied, code))
      .map(({ code, discount }): ReportedEvent => ({
        event: 'Coupon Applied',
        properties: { coupon_name: code, discount },
      })),
    ...current.refused
      .filter(({ code }) => !hasCode(previous.refused, code))
      .map(({ code, reason }): ReportedEvent => ({
        event: 'Coupon Denied',
        properties: { coupon_name: code, reason },
      })),
  ]
}

/** The cart events between two states of the cart (a Segment-style plan), whatever caused them. */
export const cartEvents = (previous: CartSnapshot, current: CartSnapshot): readonly ReportedEvent[] => [
  ...productEvents(previous, current),
  ...couponEvents(previous, current),
]

export const emptyCart: CartSnapshot = { lines: [], applied: [], refused: [] }

/** Two carts with the same text hold the same. */
export const cartSignature = ({ lines }: CartSnapshot): string =>
  lines
    .map(({ sku, quantity }) => `${sku}:${quantity ?? 0}`)
    .toSorted()
    .join(',')

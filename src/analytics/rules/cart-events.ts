import type { BrowserEvent, EventProperties, TrackedProduct } from './tracking-plan.ts'

/** What a page says of the cart: what the buyer chose, and what its codes do. */
export interface CartStanding {
  readonly lines: readonly TrackedProduct[]
  /** Codes that take something off, and how much. */
  readonly applied: readonly { readonly code: string; readonly discount: number }[]
  /** Codes that take nothing off, and why. */
  readonly refused: readonly { readonly code: string; readonly reason: string }[]
}

/** An event with what it says, as it is reported. */
export type Reported = {
  [E in BrowserEvent]: { readonly event: E; readonly properties: EventProperties<E> }
}[BrowserEvent]

const quantityOf = (lines: readonly TrackedProduct[], sku: string): number =>
  lines.find((line) => line.sku === sku)?.quantity ?? 0

const changeOf = (line: TrackedProduct, by: number): EventProperties<'Product Added'> => ({
  ...line,
  quantity: by,
  ...(line.price === undefined ? {} : { value: line.price * by }),
})

const productEvents = (before: CartStanding, now: CartStanding): Reported[] => {
  const skus = new Set([...before.lines, ...now.lines].map(({ sku }) => sku))
  return [...skus].flatMap((sku): Reported[] => {
    const by = quantityOf(now.lines, sku) - quantityOf(before.lines, sku)
    const line = [...now.lines, ...before.lines].find((one) => one.sku === sku)
    if (by === 0 || line === undefined) return []
    return by > 0
      ? [{ event: 'Product Added', properties: changeOf(line, by) }]
      : [{ event: 'Product Removed', properties: changeOf(line, -by) }]
  })
}

const couponEvents = (before: CartStanding, now: CartStanding): Reported[] => {
  const knows = (side: readonly { readonly code: string }[], code: string) =>
    side.some((one) => one.code === code)
  const removed = before.applied.filter(({ code }) => !knows([...now.applied, ...now.refused], code))
  return [
    ...removed.map(({ code, discount }): Reported => ({
      event: 'Coupon Removed',
      properties: { coupon_name: code, discount },
    })),
    ...now.applied
      .filter(({ code }) => !knows(before.applied, code))
      .map(({ code, discount }): Reported => ({
        event: 'Coupon Applied',
        properties: { coupon_name: code, discount },
      })),
    ...now.refused
      .filter(({ code }) => !knows(before.refused, code))
      .map(({ code, reason }): Reported => ({
        event: 'Coupon Denied',
        properties: { coupon_name: code, reason },
      })),
  ]
}

/** What happened to the cart between two looks at it (a Segment-style plan), however it happened. */
export const cartEvents = (before: CartStanding, now: CartStanding): readonly Reported[] => [
  ...productEvents(before, now),
  ...couponEvents(before, now),
]

export const emptyCart: CartStanding = { lines: [], applied: [], refused: [] }

/** Two carts with the same text hold the same. */
export const cartSignature = ({ lines }: CartStanding): string =>
  lines
    .map(({ sku, quantity }) => `${sku}:${quantity ?? 0}`)
    .toSorted()
    .join(',')

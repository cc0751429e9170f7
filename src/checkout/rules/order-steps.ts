import { productOf } from '#catalogue/rules/product.ts'
import type { WireRange } from '#shared/date-range.ts'

/** What is known of an order that was just placed. */
export interface PlacedFacts {
  /** The shop's date, as ISO date. */
  readonly placedOn: string
  /** When it arrives; null for a gift alone, and before the payment is settled. */
  readonly arrives: WireRange | null
  /** The days of the next orders, as ISO dates. */
  readonly renewsOn: readonly string[]
}

/** A day of the timeline of an order, and of its calendar file; `from` and `until` are ISO dates. */
export interface OrderStep extends WireRange {
  readonly kind: 'ordered' | 'arrives' | 'renews'
}

/** The steps of an order in the order of their days: placed, arriving, and the first order of each renewal. */
export const orderSteps = ({ placedOn, arrives, renewsOn }: PlacedFacts): readonly OrderStep[] => {
  const steps: readonly OrderStep[] = [
    { kind: 'ordered', from: placedOn, until: placedOn },
    ...(arrives === null ? [] : [{ kind: 'arrives' as const, ...arrives }]),
    ...renewsOn.map((on) => ({ kind: 'renews' as const, from: on, until: on })),
  ]
  return steps.toSorted((a, b) => a.from.localeCompare(b.from))
}

interface PicturedProduct {
  readonly prefix: string
  readonly thanks: string
}

/** The name of the picture that thanks for an order: what is in its box. */
export const orderPicture = (planCodes: readonly string[], products: readonly PicturedProduct[]): string => {
  const bought = planCodes.filter((code) => productOf(products, code) !== null)
  if (bought.length > 0 && bought.every((code) => code.includes('-rf'))) return 'refill-packet'
  return productOf(products, bought[0] ?? '')?.thanks ?? 'welcome-kit'
}

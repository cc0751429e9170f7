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

export type OrderPicture = 'welcome-kit' | 'refill-packet' | 'pds-08-jar' | 'vs-01-jar'

/** The picture that thanks for an order: what is in its box. */
export const orderPicture = (planCodes: readonly string[]): OrderPicture => {
  const bought = planCodes.filter((code) => productOf(code) !== null)
  if (bought.length > 0 && bought.every((code) => code.includes('-rf'))) return 'refill-packet'
  const [first] = bought
  const product = first === undefined ? null : productOf(first)
  return product === 'pds-08' ? 'pds-08-jar' : product === 'vs-01' ? 'vs-01-jar' : 'welcome-kit'
}

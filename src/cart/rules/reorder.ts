import type { Plans } from '#catalogue/rules/plan.ts'
import { addToCart, quantityOf } from './cart.ts'
import type { Cart } from './cart.ts'

/** A line of an earlier order. */
export interface OrderedLine {
  readonly planCode: string
  readonly name: string
  readonly quantity: number
}

/**
 * Why a line is not in the cart, or not all of it: it is not sold any more, not in this country, the cart has its limit of
 * it, or a refill is bought by itself.
 */
export type LeftOutReason = 'not-sold' | 'country' | 'limit' | 'refill'

export interface Reorder {
  readonly cart: Cart
  /** The lines of the order that are in the cart now, with today's names. */
  readonly inCart: readonly OrderedLine[]
  readonly leftOut: readonly (OrderedLine & { readonly reason: LeftOutReason })[]
  /** Plan codes that a refill, or the end of one, took out of the cart (spec §4). */
  readonly removed: readonly string[]
}

type Facts = { readonly plans: Plans; readonly country: string }

const reasonOf = (line: OrderedLine, first: OrderedLine | undefined, facts: Facts): LeftOutReason | null => {
  const plan = facts.plans.get(line.planCode)
  if (!plan) return 'not-sold'
  if (plan.refusedCountries.includes(facts.country)) return 'country'
  const firstPlan = first && facts.plans.get(first.planCode)
  const isOther = firstPlan !== undefined && firstPlan.code !== plan.code
  return isOther && (plan.isSrp || firstPlan.isSrp) ? 'refill' : null
}

/** Tops up to the ordered quantity, so a repeated request changes nothing. */
const withLine = (cart: Cart, { planCode, quantity }: OrderedLine, plans: Plans): Cart => {
  const missing = quantity - quantityOf(cart, planCode)
  return missing > 0 ? addToCart(cart, plans, planCode, missing) : cart
}

const byPlan = (lines: readonly OrderedLine[]): OrderedLine[] =>
  [...Map.groupBy(lines, ({ planCode }) => planCode).values()].flatMap(([first, ...others]) =>
    first
      ? [{ ...first, quantity: others.reduce((sum, { quantity }) => sum + quantity, first.quantity) }]
      : [],
  )

/**
 * Puts the items of an order into a cart, by the rules of carts (spec §4): each plan as it is sold now, up to its limit, a refill
 * by itself. A gift with a purchase has its own rule and is not a line here.
 */
export const reorder = (before: Cart, ordered: readonly OrderedLine[], facts: Facts): Reorder => {
  const { plans } = facts
  const lines = byPlan(ordered).filter(({ planCode }) => plans.get(planCode)?.soldAlone ?? true)
  const first = lines.find((line) => reasonOf(line, undefined, facts) === null)
  const fitting = lines.filter((line) => reasonOf(line, first, facts) === null)
  const cart = fitting.reduce((now, line) => withLine(now, line, plans), before)
  const leftOut = lines.flatMap((line) => {
    const reason = reasonOf(line, first, facts)
    if (reason !== null) return [{ ...line, reason }]
    const more = line.quantity - quantityOf(cart, line.planCode)
    return more > 0 ? [{ ...line, quantity: more, reason: 'limit' as const }] : []
  })
  return {
    cart,
    inCart: fitting.map((line) => ({
      ...line,
      name: plans.get(line.planCode)?.name ?? line.name,
      quantity: Math.min(line.quantity, quantityOf(cart, line.planCode)),
    })),
    leftOut,
    removed: Object.keys(before.items).filter(
      (code) => quantityOf(cart, code) === 0 && (plans.get(code)?.soldAlone ?? false),
    ),
  }
}

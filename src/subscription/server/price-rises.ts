import type { Cents } from '#shared/money.ts'
import type { Work } from '#platform/world.ts'
import { insertRise } from './notice-store.ts'
import { lookAtPlan } from './subscription-store.ts'

/**
 * A higher price for the orders of a plan from a day on. Every member is told in the window of the place; until the
 * mail is out and old enough, the price agreed to is charged.
 */
export const raisePrice = async (
  work: Work,
  rise: { readonly planCode: string; readonly priceCents: Cents; readonly effectiveOn: string },
): Promise<void> => {
  await insertRise(work, rise)
  await lookAtPlan(work, rise.planCode)
}

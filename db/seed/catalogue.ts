import { startingPlans } from '#catalogue/rules/plan-list.ts'
import { startingPrices } from '#catalogue/rules/starting-prices.ts'
import { setStock, addPlans } from '#catalogue/server/plans.ts'
import type { Tx } from '#platform/app-deps.ts'

/** The stock of a new shop; an adult unit is a month's supply, however it is packed. */
const startingStock = {
  'ds-01': 40_000,
  'pds-08': 15_000,
  'pds-08-gift': 15_000,
  'vs-01': 20_000,
  'vs-01-reset': 4_000,
}

/** The plans of the specification with full stock, at their prices in each currency. */
export const seedCatalogue = async (tx: Tx): Promise<void> => {
  await addPlans(tx, startingPlans, startingPrices)
  await setStock(tx, startingStock)
}

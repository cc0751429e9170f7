import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import type { Work, World } from '#platform/world.ts'
import { plansByCode } from '../rules/plan.ts'
import type { Plan, Plans } from '../rules/plan.ts'
import {
  insertPlans,
  lockPlanRow,
  moveStock,
  selectPlans,
  selectShelves,
  selectStock,
  takeAvailable,
  updatePrice,
  writeStock,
} from './plan-store.ts'
import type { Db, Units } from './plan-store.ts'

interface Kept {
  readonly version: number
  readonly plans: Promise<Plans>
}

const keptPlans = new WeakMap<World, Kept>()

/**
 * All plans by code, in catalogue order. Kept in memory until the version of the catalogue moves: a price change shows
 * at once in the process that made it and within moments in the others. Whoever asks inside a transaction gives it as
 * `db`: plans that are not in memory are then read there, for a second connection may not be free, and not kept.
 */
export const listPlans = (world: World, db: Db = world.database): Promise<Plans> => {
  const version = world.state.version('catalogue')
  const kept = keptPlans.get(world)
  if (kept?.version === version) return kept.plans
  const plans = selectPlans(db).then(plansByCode)
  if (db.isTransaction) return plans
  keptPlans.set(world, { version, plans })
  // A failed read is not kept.
  plans.catch(() => keptPlans.get(world)?.plans === plans && keptPlans.delete(world))
  return plans
}

/** Writes the plans a new shop starts with; plans that are there already stay as they are. */
export const openCatalogue = async (work: Work, plans: readonly Plan[]): Promise<void> => {
  await insertPlans(work, plans)
  await work.bump('catalogue')
}

/** PRODUCT_NOT_FOUND for an unknown code; RangeError for anything but whole cents from 0. */
export const changePrice = async (work: Work, code: string, priceCents: Cents): Promise<void> => {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0)
    throw new RangeError(`not a price in cents: ${priceCents}`)
  if (!(await updatePrice(work, code, priceCents))) throw new ShopError('PRODUCT_NOT_FOUND')
  await work.bump('catalogue')
}

/**
 * Locks a plan for whoever schedules or undoes its price increases, so that they are numbered in the order in which they
 * are seen. Purchases do not wait for it. False for an unknown plan.
 */
export const lockPlan = (work: Work, code: string): Promise<boolean> => lockPlanRow(work, code)

/** Units that an order takes from the shelves, by product. */
export const unitsOf = (lines: readonly { readonly plan: Plan; readonly quantity: number }[]): Units => {
  const units = new Map<string, number>()
  for (const { plan, quantity } of lines)
    units.set(plan.stockProduct, (units.get(plan.stockProduct) ?? 0) + plan.stockUnits * quantity)
  return Object.fromEntries(units)
}

/** Those of these codes that are in the catalogue. */
export const knownPlanCodes = async (db: Db, codes: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await selectShelves(db, [...new Set(codes)])).map(({ code }) => code))

interface Shelved {
  readonly planCode: string
  readonly quantity: number
  readonly shelf: { readonly product: string; readonly units: number } | null
}

/**
 * Lines of an order with what each takes from which shelf: as it was priced, or else as the catalogue says now.
 * PRODUCT_NOT_FOUND for an unknown plan.
 */
export const withShelves = async <L extends Shelved>(
  db: Db,
  lines: readonly L[],
): Promise<readonly (L & { readonly shelf: NonNullable<Shelved['shelf']> })[]> => {
  const unknown = lines.flatMap(({ planCode, shelf }) => (shelf === null ? [planCode] : []))
  const shelves = await selectShelves(db, [...new Set(unknown)])
  return lines.map((line) => {
    const found = shelves.find(({ code }) => code === line.planCode)
    const shelf = line.shelf ?? (found && { product: found.product, units: found.units * line.quantity })
    if (!shelf) throw new ShopError('PRODUCT_NOT_FOUND')
    return { ...line, shelf }
  })
}

/** Takes all these units or none: ITEM_NOT_AVAILABLE when a shelf has too few, which undoes the transaction. */
export const reserveStock = async (work: Work, units: Units): Promise<void> => {
  const products = Object.keys(units).length
  if (products === 0) return
  if ((await takeAvailable(work, units)) < products) throw new ShopError('ITEM_NOT_AVAILABLE')
}

/** Puts reserved units back on the shelf. */
export const releaseStock = async (work: Work, units: Units): Promise<void> => {
  if (Object.keys(units).length > 0) await moveStock(work, units)
}

/** Takes units for orders that were promised earlier, below zero where the shelf is empty. */
export const takeStockForRenewals = async (work: Work, units: Units): Promise<void> => {
  const taken = Object.fromEntries(Object.entries(units).map(([product, count]) => [product, -count]))
  if (Object.keys(units).length > 0) await moveStock(work, taken)
}

/** Puts shelves at a number of units, as after a count. */
export const fillStock = (work: Work, units: Units): Promise<void> => writeStock(work, units)

/** Units on each shelf that nobody has bought or reserved. */
export const countStock = (db: Db): Promise<Units> => selectStock(db)

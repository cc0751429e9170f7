import { coverDays } from '#catalogue/rules/stock-alarm.ts'
import type { ComingNeed } from '#catalogue/rules/stock-alarm.ts'
import { readDocuments } from '#catalogue/server/catalogue-versions.ts'
import { stockLevel, stockLevels } from '#catalogue/server/stock-alarms.ts'
import type { StockLevel } from '#catalogue/server/stock-alarms.ts'
import { openDeliveries } from '#catalogue/server/stock-deliveries.ts'
import type { StockDelivery } from '#catalogue/server/stock-deliveries.ts'
import { lastMovementId, stockMovements } from '#catalogue/server/stock-movements.ts'
import type { StoredMovement } from '#catalogue/server/stock-movements.ts'
import { stockNeeds } from '#report/server/stock-needs.ts'
import { expiringUnits, firstExpiredFirst } from '#catalogue/rules/stock-lots.ts'
import type { StockLot } from '#catalogue/rules/stock-lots.ts'
import { stockLots } from '#catalogue/server/stock-lots.ts'
import type { Lot } from '#certificate/rules/certificate.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { HandlersFor } from '#platform/route.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type * as endpoints from '../stock-endpoints.ts'
import type { DeskDelivery, DeskMovement, DeskStockLevel, DeskStockLot } from '../stock-endpoints.ts'
import { certificatePath, lotState } from '../rules/lot-words.ts'
import { createStockActions } from './stock-actions.ts'

const movementsShown = 50

type StockHandlers = HandlersFor<typeof endpoints>

interface Names {
  readonly staff: (id: string | null) => string
  readonly plansOf: (product: string) => string[]
  /** What coming orders need of it. */
  readonly needOf: (product: string) => ComingNeed
  /** What is on hand of it; none of a product whose lots nobody names. */
  readonly lotsOf: (product: string) => readonly StockLot[]
  readonly today: Temporal.PlainDate
}

const shopDay = ({ clock }: AppDeps): Temporal.PlainDate => dateIn(clock.now(), brand.timeZone)

const readNames = async (deps: AppDeps, lots: readonly StockLot[]): Promise<Names> => {
  const { database, clock } = deps
  const [documents, staff, needOf] = await Promise.all([
    readDocuments(database),
    listStaff(database),
    stockNeeds(database, clock.now()),
  ])
  const byProduct = Map.groupBy(lots, ({ product }) => product)
  const names = new Map(staff.map(({ id, name }) => [id, name ?? '']))
  return {
    needOf,
    lotsOf: (product) => byProduct.get(product) ?? [],
    staff: (id) => (id === null ? 'a command' : (names.get(id) ?? 'a former colleague')),
    plansOf: (product) =>
      [...documents.values()].flatMap(({ sku, plan }) => (plan?.stock.product === product ? [sku] : [])),
    today: shopDay(deps),
  }
}

const wireLevel = (level: StockLevel, { plansOf, needOf, lotsOf, today }: Names): DeskStockLevel => {
  const { product, available, expired, offered, announced, alarm, needed, isLow } = level
  const need = needOf(product)
  const expiring = expiringUnits(lotsOf(product), available, need, today)
  const days = coverDays(offered, need, expiring)
  return {
    product,
    available,
    expired,
    announced,
    alarm_units: alarm && 'units' in alarm ? alarm.units : null,
    alarm_days: alarm && 'days' in alarm ? alarm.days : null,
    needed,
    is_low: isLow,
    cover_days: days,
    cover_days_expected: coverDays(offered + announced, need, expiring),
    lasts_until: days === null || days === 0 ? null : today.add({ days: days - 1 }).toString(),
    plans: plansOf(product),
  }
}

const wireMovement = (movement: StoredMovement, { staff }: Names): DeskMovement => {
  const { id, product, kind, units, available, count, lot, note, movedAt, staffId } = movement
  const counted = count?.counted ?? null
  return {
    id,
    product,
    kind,
    units,
    available,
    counted,
    lot,
    note,
    at: movedAt.toString(),
    by: staff(staffId),
  }
}

const wireLot = (lot: StockLot, certified: readonly Lot[], { today }: Names): DeskStockLot => ({
  product: lot.product,
  lot: lot.lot,
  best_before: lot.bestBefore?.toString() ?? null,
  remaining: lot.remaining,
  state: lotState(lot, today),
  certificate: certified.some((one) => one.lot === lot.lot) ? certificatePath(lot.lot) : null,
})

const wireDelivery = (delivery: StockDelivery, { staff, today }: Names): DeskDelivery => {
  const { id, product, units, received, expectedOn, reference, staffId } = delivery
  return {
    id,
    product,
    units,
    received,
    expected_on: expectedOn.toString(),
    is_late: Temporal.PlainDate.compare(expectedOn, today) < 0,
    reference,
    by: staff(staffId),
  }
}

/** Stock at the desk: what is there, what is expected, and what people received, wrote off and counted. */
export const createDeskStockHandlers = (deps: AppDeps, certified: readonly Lot[]): StockHandlers => ({
  listDeskStock: async () => {
    const { database } = deps
    const [levels, deliveries, movements, lots] = await Promise.all([
      stockLevels(database, shopDay(deps)),
      openDeliveries(database),
      stockMovements(database, movementsShown),
      stockLots(database),
    ])
    const names = await readNames(deps, lots)
    return {
      stock: levels.map((level) => wireLevel(level, names)),
      deliveries: deliveries.map((delivery) => wireDelivery(delivery, names)),
      movements: movements.map((movement) => wireMovement(movement, names)),
    }
  },
  viewDeskStock: async (_context, { product }) => {
    const { database } = deps
    // Before the stock: a count that names an older movement is refused, one of an older stock would not be.
    const lastMovement = await lastMovementId(database, product)
    const [level, deliveries, lots, movements] = await Promise.all([
      stockLevel(database, product, shopDay(deps)),
      openDeliveries(database, product),
      stockLots(database, product),
      stockMovements(database, movementsShown, product),
    ])
    if (level === null) throw new ShopError('NOT_FOUND')
    const names = await readNames(deps, lots)
    return {
      ...wireLevel(level, names),
      deliveries: deliveries.map((delivery) => wireDelivery(delivery, names)),
      lots: firstExpiredFirst(lots).map((lot) => wireLot(lot, certified, names)),
      movements: movements.map((movement) => wireMovement(movement, names)),
      last_movement: lastMovement,
    }
  },
  ...createStockActions(deps, certified),
})

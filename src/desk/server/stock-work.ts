import { stockLevels } from '#catalogue/server/stock-alarms.ts'
import type { StockLevel } from '#catalogue/server/stock-alarms.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { WorkKind } from '../rules/work-kinds.ts'
import type { WorkGroup } from './work-store.ts'

const isWorkOf: Readonly<Record<'backorder' | 'stock-low', (level: StockLevel) => boolean>> = {
  backorder: ({ offered }) => offered < 0,
  'stock-low': ({ offered, isLow }) => isLow && offered >= 0,
}

type StockWorkKind = keyof typeof isWorkOf

const stockWorkKinds: readonly StockWorkKind[] = ['backorder', 'stock-low']

/** Whether work is read from stock as it is today: a lot expires without a row that says so. */
export const isStockWork = (kind: WorkKind): kind is StockWorkKind =>
  kind === 'backorder' || kind === 'stock-low'

const levelsToday = ({ database, clock }: AppDeps): Promise<readonly StockLevel[]> =>
  stockLevels(database, dateIn(clock.now(), brand.timeZone))

/** How many products are work of each of these kinds. */
export const stockWorkGroups = async (
  deps: AppDeps,
  kinds: readonly WorkKind[],
): Promise<readonly WorkGroup[]> => {
  const own = stockWorkKinds.filter((kind) => kinds.includes(kind))
  if (own.length === 0) return []
  const levels = await levelsToday(deps)
  return own.flatMap((kind) => {
    const found = levels.filter(isWorkOf[kind])
    const since = found.flatMap(({ lowSince }) => lowSince?.toString() ?? []).toSorted()[0] ?? null
    const none = { currency: null, cents: null, due_at: null } as const
    return found.length === 0 ? [] : [{ kind, count: found.length, since, ...none }]
  })
}

const textOf = (kind: StockWorkKind, { product, offered }: StockLevel): string =>
  kind === 'backorder' ? `${product}: ${-offered} units below zero` : `${product}: ${offered} left`

/** The products that are work of a kind. */
export const stockWorkRows = async (deps: AppDeps, kind: StockWorkKind) => {
  const levels = (await levelsToday(deps)).filter(isWorkOf[kind])
  return {
    count: levels.length,
    rows: levels.map((level) => ({
      id: level.product,
      text: textOf(kind, level),
      href: `/desk/stock/${encodeURIComponent(level.product)}`,
      at: kind === 'stock-low' ? (level.lowSince?.toString() ?? null) : null,
      due_at: null,
      amount: null,
      actions: [],
      retry: null,
    })),
  }
}

import { moveStockByHand, stockMovements } from '#catalogue/server/stock-movements.ts'
import { readDocuments } from '#catalogue/server/catalogue-versions.ts'
import { availableStock } from '#catalogue/server/plans.ts'
import { recordAct } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../stock-endpoints.ts'

const movementsShown = 50

type StockHandlers = HandlersFor<typeof endpoints>

const createListHandler = (deps: AppDeps): Pick<StockHandlers, 'listDeskStock'> => ({
  listDeskStock: async () => {
    const { database } = deps
    const [stock, documents, movements, staff] = await Promise.all([
      availableStock(database),
      readDocuments(database),
      stockMovements(database, movementsShown),
      listStaff(database),
    ])
    const names = new Map(staff.map(({ id, name }) => [id, name ?? '']))
    const plansOf = (product: string): string[] =>
      [...documents.values()].flatMap(({ sku, plan }) => (plan?.stock.product === product ? [sku] : []))
    return {
      stock: Object.entries(stock).map(([product, available]) => ({
        product,
        available,
        plans: plansOf(product),
      })),
      movements: movements.map(({ staffId, movedAt, ...movement }) => ({
        ...movement,
        at: movedAt.toString(),
        by: names.get(staffId) ?? 'a former colleague',
      })),
    }
  },
})

const createMoveHandler = (deps: AppDeps): Pick<StockHandlers, 'moveDeskStock'> => ({
  moveDeskStock: async (context, { request_id: id, product, kind, units, note }) => {
    const actor = staffOf(context)
    await inTransaction(deps, async (tx) => {
      const moved = await moveStockByHand(tx, { id, product, kind, units, note, staffId: actor.staffId })
      if (moved === null) return
      recordAct(
        tx,
        { actor, requestId: context.requestId },
        {
          act: `stock.${kind}`,
          subject: `stock:${product}`,
          before: { available: moved.before },
          after: { available: moved.after },
          reason: note,
        },
      )
    })
    return { success: true }
  },
})

/** Stock at the desk: what is there, what arrived and what was written off. */
export const createDeskStockHandlers = (deps: AppDeps): StockHandlers => ({
  ...createListHandler(deps),
  ...createMoveHandler(deps),
})

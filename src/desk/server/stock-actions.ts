import { neededUnits } from '#catalogue/rules/stock-alarm.ts'
import type { AlarmLevel } from '#catalogue/rules/stock-alarm.ts'
import { setAlarm } from '#catalogue/server/stock-alarms.ts'
import { closeDelivery, expectDelivery } from '#catalogue/server/stock-deliveries.ts'
import { countStock, moveStockByHand } from '#catalogue/server/stock-movements.ts'
import { stockNeeds } from '#report/server/stock-needs.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { NewAuditEntry } from '#staff/server/audits.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Lot } from '#certificate/rules/certificate.ts'
import { dateOrNull } from '#shared/dates.ts'
import type * as endpoints from '../stock-endpoints.ts'
import { bestBeforeOf, readReceiptFile, receiveFile } from './receive-file.ts'

type StockHandlers = HandlersFor<typeof endpoints>

/** Does an action with its entry of the log in one transaction; without one where there was nothing to do. */
const doAction = async (
  deps: AppDeps,
  context: RequestContext,
  run: (tx: Tx, staffId: string) => Promise<NewAuditEntry | null>,
): Promise<{ readonly success: true }> => {
  const actor = staffOf(context)
  await inTransaction(deps, async (tx) => {
    const done = await run(tx, actor.staffId)
    if (done !== null) recordAction(tx, { actor, requestId: context.requestId }, done)
  })
  return { success: true }
}

const createReceiptActions = (
  deps: AppDeps,
  lots: readonly Lot[],
): Pick<StockHandlers, 'moveDeskStock' | 'receiveDeskFile'> => ({
  receiveDeskFile: async (context, { request_id: request, file }) => {
    const rows = readReceiptFile(new TextDecoder().decode(Uint8Array.fromBase64(file)))
    const actor = staffOf(context)
    const by = { actor, requestId: context.requestId }
    const received = await inTransaction(deps, (tx) =>
      receiveFile(tx, by, { request, rows, lots, staffId: actor.staffId }),
    )
    return { received }
  },
  moveDeskStock: (context, { request_id: id, product, kind, units, note, lot = null, ...rest }) =>
    doAction(deps, context, async (tx, staffId) => {
      const isReceived = kind === 'received'
      const facts = {
        lot,
        bestBefore: isReceived ? bestBeforeOf(lots, lot, dateOrNull(rest.best_before ?? null)) : null,
        deliveryId: isReceived ? (rest.delivery ?? null) : null,
      }
      const moved = await moveStockByHand(tx, { id, product, kind, units, note, staffId, ...facts })
      return (
        moved && {
          action: `stock.${kind}`,
          subject: `stock:${product}`,
          before: { available: moved.before },
          after: { available: moved.after, ...(lot === null ? {} : { lot }) },
          reason: note,
        }
      )
    }),
})

const createCountActions = (deps: AppDeps): Pick<StockHandlers, 'countDeskStock'> => ({
  countDeskStock: (context, payload) =>
    doAction(deps, context, async (tx, staffId) => {
      const { request_id: id, product, counted, expected, last_movement: after, note } = payload
      const moved = await countStock(tx, { id, product, counted, expected, after, note, staffId })
      return (
        moved && {
          action: 'stock.counted',
          subject: `stock:${product}`,
          before: { available: moved.before, expected },
          after: { available: moved.after, counted },
          reason: note,
        }
      )
    }),
})

const createDeliveryActions = (
  deps: AppDeps,
): Pick<StockHandlers, 'expectDeskDelivery' | 'closeDeskDelivery'> => ({
  expectDeskDelivery: (context, payload) =>
    doAction(deps, context, async (tx, staffId) => {
      const { request_id: id, product, units, reference, expected_on: day } = payload
      const expectedOn = Temporal.PlainDate.from(day)
      const isNew = await expectDelivery(tx, { id, product, units, reference, expectedOn, staffId })
      return isNew
        ? {
            action: 'stock.expected',
            subject: `stock:${product}`,
            before: null,
            after: { units, expected_on: day, reference },
          }
        : null
    }),
  closeDeskDelivery: (context, { product, delivery: id, reason }) =>
    doAction(deps, context, async (tx) => {
      const closed = await closeDelivery(tx, { id, product })
      return (
        closed && {
          action: 'stock.delivery-closed',
          subject: `stock:${product}`,
          before: { reference: closed.reference, units: closed.units },
          after: { reference: closed.reference, received: closed.received },
          reason,
        }
      )
    }),
})

const levelOf = (units: number | null, days: number | null): AlarmLevel | null => {
  if (units !== null) return { units }
  return days === null ? null : { days }
}

/** What people do with stock, each with its entry of the log. */
export const createStockActions = (
  deps: AppDeps,
  lots: readonly Lot[],
): Omit<StockHandlers, 'listDeskStock' | 'viewDeskStock'> => ({
  ...createReceiptActions(deps, lots),
  ...createCountActions(deps),
  ...createDeliveryActions(deps),
  setDeskStockAlarm: async (context, { product, units, days }) => {
    const level = levelOf(units, days)
    // The forecast reads every subscription: not while the stock is locked.
    const needOf = await stockNeeds(deps.database, deps.clock.now())
    const alarm = level && { level, needed: neededUnits(level, needOf(product)) }
    return doAction(deps, context, async (tx) => ({
      action: 'stock.alarm-set',
      subject: `stock:${product}`,
      before: await setAlarm(tx, product, alarm),
      after: level,
    }))
  },
})

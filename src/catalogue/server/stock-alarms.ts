import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { AlarmLevel } from '../rules/stock-alarm.ts'
import {
  deleteAlarm,
  hasStockAlarms,
  selectStockLevel,
  updateLowSince,
  upsertAlarm,
} from './stock-alarm-store.ts'
import { hasLots } from './stock-lot-store.ts'
import { lockStockOf } from './stock-movements.ts'

export {
  selectStockLevel as stockLevel,
  selectStockLevels as stockLevels,
  updateNeeded as setNeeded,
} from './stock-alarm-store.ts'
export type { StockLevel } from './stock-alarm-store.ts'

/** Whether there is an alarm that can ring, or a lot that can expire. */
export const hasStockToReview = (): Expression<boolean> => sql<boolean>`(${hasStockAlarms()} or ${hasLots()})`

/** Sets from when on a stock is low, or that nobody wants to know; the level before. VALIDATION_ERROR for a product without stock. */
export const setAlarm = async (
  tx: Tx,
  product: string,
  alarm: { readonly level: AlarmLevel; readonly needed: number } | null,
): Promise<AlarmLevel | null> => {
  await lockStockOf(tx, product)
  const before = await selectStockLevel(tx.db, product, tx.today)
  if (alarm === null) await deleteAlarm(tx, product)
  else await upsertAlarm(tx, { product, ...alarm })
  return before?.alarm ?? null
}

/** Tells operations that a stock has become low, once until it is not low any more. */
export const noteCrossing = async (tx: Tx, product: string): Promise<void> => {
  await lockStockOf(tx, product)
  const level = await selectStockLevel(tx.db, product, tx.today)
  if (level === null || level.alarm === null || level.isLow === (level.lowSince !== null)) return
  await updateLowSince(tx, product, level.isLow ? tx.now : null)
  if (level.isLow) tx.publish({ kind: 'stock-low', product, since: tx.now.toString() })
}

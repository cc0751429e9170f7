import type { Tx } from '#platform/app-deps.ts'
import type { UnsoldLot } from '../rules/unsold-lots.ts'

/** Replaces the forecast of which lots expire before they are sold. */
export const writeUnsoldLots = async ({ db, now }: Tx, unsold: readonly UnsoldLot[]): Promise<void> => {
  await db.deleteFrom('stock_lot_forecast').execute()
  if (unsold.length === 0) return
  await db
    .insertInto('stock_lot_forecast')
    .values(
      unsold.map(({ product, lot, units }) => ({ product, lot, unsold: units, forecast_at: now.toString() })),
    )
    .execute()
}

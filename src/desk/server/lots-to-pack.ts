import { allocateLots, firstExpiredFirst } from '#catalogue/rules/stock-lots.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { stockLots } from '#catalogue/server/stock-lots.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'

/** The lots that a shipment would be packed from now; none of products without lots, and of one that is packed already. */
export const lotsToPack = async (deps: AppDeps, { order, state, lines }: ToPack) => {
  const lots = firstExpiredFirst(await stockLots(deps.database))
  if (state === 'packed' || lots.length === 0) return []
  const plans = await listPlans(deps, defaultCurrency)
  const wanted = lines.map(({ sku, product, quantity }, position) => ({
    shipmentId: order,
    position,
    product,
    units: (plans.get(sku)?.stockQuantity ?? 0) * quantity,
  }))
  const { taken } = allocateLots(lots, wanted, dateIn(deps.clock.now(), brand.timeZone))
  return taken.map(({ product, lot, units }) => ({
    product,
    lot,
    units,
    best_before:
      lots.find((one) => one.product === product && one.lot === lot)?.bestBefore?.toString() ?? null,
  }))
}

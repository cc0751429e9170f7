import { countryName } from '#location/rules/countries.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { listedShipments } from '#order/server/orders.ts'
import type { ExportedShipment } from '#shipment/server/shipment-files.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { allocateLots, firstExpiredFirst } from '#catalogue/rules/stock-lots.ts'
import { stockLots } from '#catalogue/server/stock-lots.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'

type Line = ToPack['lines'][number]

const lineOf = (plans: Plans, sku: string, quantity: number): Line => {
  const plan = plans.get(sku)
  return { sku, name: plan?.name ?? sku, product: plan?.stockProduct ?? sku, quantity }
}

/** The lines of an exported shipment: `syn-rf:2,pds-wk:1`. */
const linesOf = (plans: Plans, text: string): Line[] =>
  text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const [sku = '', quantity = '0'] = part.split(':')
      return lineOf(plans, sku, Number(quantity))
    })

const addressOf = (row: ExportedShipment): string[] =>
  [
    row.company,
    row.address,
    row.unit,
    `${row.city} ${row.region} ${row.zip}`.trim(),
    countryName(row.country),
  ].filter((line) => line !== '')

export const wireShipment = (plans: Plans, row: ExportedShipment): ToPack => ({
  order: row.order,
  state: row.state === 'packed' ? 'packed' : 'pending',
  ship_on: row.ship_on === '' ? null : row.ship_on,
  shipping_method: row.shipping_method,
  name: row.name.trim(),
  address: addressOf(row),
  lines: linesOf(plans, row.lines),
})

/** Units that have to be picked, with the names of their plans. */
export const namedPick = (
  plans: Plans,
  pick: readonly { readonly sku: string; readonly quantity: number }[],
): Line[] => pick.map(({ sku, quantity }) => lineOf(plans, sku, quantity))

/** What is packed of these shipments, by their ids and in their order. */
export const packableOf = async (
  deps: AppDeps,
  rows: readonly { readonly shipment_id: string; readonly order_id: string }[],
): Promise<ReadonlyMap<string, ToPack>> => {
  const plans = await listPlans(deps, defaultCurrency)
  const requested = rows.map(({ shipment_id: shipmentId, order_id: orderId }) => ({ shipmentId, orderId }))
  const listed = await listedShipments(deps.database, requested)
  return new Map(listed.map(({ id, exported }) => [id, wireShipment(plans, exported)]))
}

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

import { listPlans } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { orderByNumber, printLabel, shipmentsToPack, shipmentsToPackOf } from '#order/server/orders.ts'
import type { CarrierServices } from '#order/server/orders.ts'
import { labelIn, labelsOfShipments } from '#shipment/server/labels.ts'
import { writeShipmentFile } from '#shipment/server/shipment-files.ts'
import type { ExportedShipment } from '#shipment/server/shipment-files.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { recordAct } from '#staff/server/audits.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../fulfillment-endpoints.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'
import { orderSubject } from './desk-order.ts'
import { selectNextToPack } from './work-store.ts'
import { drawSlips } from './draw-slips.ts'

/** So many shipments are listed and printed at a time. */
const most = 200

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
  [row.company, row.address, row.unit, `${row.city} ${row.region} ${row.zip}`.trim(), row.country].filter(
    (line) => line !== '',
  )

const wireShipment = (plans: Plans, row: ExportedShipment): ToPack => ({
  order: row.order,
  state: row.state === 'packed' ? 'packed' : 'pending',
  ship_on: row.ship_on === '' ? null : row.ship_on,
  shipping_method: row.shipping_method,
  name: row.name.trim(),
  address: addressOf(row),
  lines: linesOf(plans, row.lines),
})

/** Units of what is not packed, by plan, in the order of the catalogue's codes. */
const pickOf = (shipments: readonly ToPack[]): Line[] => {
  const bySku = Map.groupBy(
    shipments.filter(({ state }) => state === 'pending').flatMap(({ lines }) => lines),
    ({ sku }) => sku,
  )
  return [...bySku.values()]
    .flatMap((lines) =>
      lines
        .slice(0, 1)
        .map((line) => ({ ...line, quantity: lines.reduce((sum, one) => sum + one.quantity, 0) })),
    )
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
}

const todayOf = ({ clock }: AppDeps): Temporal.PlainDate => dateIn(clock.now(), brand.timeZone)

const lastDay = (deps: AppDeps, until: string | undefined): Temporal.PlainDate =>
  until === undefined ? todayOf(deps) : Temporal.PlainDate.from(until)

const dueUntil = async (deps: AppDeps, until: Temporal.PlainDate): Promise<readonly ToPack[]> => {
  const plans = await listPlans(deps, defaultCurrency)
  return (await shipmentsToPack(deps.database, until)).map((row) => wireShipment(plans, row))
}

/** The addresses of many people leave the shop: an entry of the log, before they do. */
const recordExport = (deps: AppDeps, context: RequestContext, act: string, subject: string, count: number) =>
  inTransaction(deps, async (tx) =>
    recordAct(
      tx,
      { actor: staffOf(context), requestId: context.requestId },
      { act, subject, after: { shipments: count } },
    ),
  )

/** The bought label of what is packed of an order; null when there is none. */
const boughtLabelOf = async (deps: AppDeps, number: string) => {
  const { id } = await orderByNumber(deps.database, number)
  const shipments = (await shipmentsOf(deps.database, [id])).get(id) ?? []
  const labels = await labelsOfShipments(
    deps.database,
    shipments.map((shipment) => shipment.id),
  )
  const own = shipments.flatMap((shipment) => labelIn(labels, shipment.id) ?? [])
  return own.find(({ state }) => state === 'bought' || state === 'handed-over') ?? null
}

const shipmentOf = async (deps: AppDeps, number: string): Promise<ToPack> => {
  const plans = await listPlans(deps, defaultCurrency)
  const rows = await shipmentsToPackOf(deps.database, number)
  const own = rows.map((row) => wireShipment(plans, row))
  const shipment = own.find(({ state }) => state === 'pending') ?? own[0]
  if (!shipment) throw new ShopError('NOT_FOUND')
  return shipment
}

type Handlers = HandlersFor<typeof endpoints>

const createQueueHandlers = ({
  deps,
  carrier,
}: CarrierServices): Pick<Handlers, 'viewDeskFulfillment' | 'viewDeskPacking'> => ({
  viewDeskFulfillment: async (_context, { until }) => {
    const last = lastDay(deps, until)
    const all = await dueUntil(deps, last)
    return {
      today: todayOf(deps).toString(),
      until: last.toString(),
      shipments: all.slice(0, most),
      count: all.length,
      pick: pickOf(all),
    }
  },
  viewDeskPacking: async (_context, { number }) => {
    const shipment = await shipmentOf(deps, number)
    return {
      shipment,
      next: await selectNextToPack(deps.database, todayOf(deps), shipment.order),
      has_label: (await boughtLabelOf(deps, shipment.order)) !== null,
      buys_labels: carrier.code !== null,
    }
  },
})

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const createFileHandlers = (
  services: CarrierServices,
): Omit<Handlers, 'viewDeskFulfillment' | 'viewDeskPacking'> => {
  const { deps } = services
  return {
    drawDeskSlips: async (context, { number, until }) => {
      const due =
        number === undefined
          ? (await dueUntil(deps, lastDay(deps, until)))
              .filter(({ state }) => state === 'pending')
              .slice(0, most)
          : [await shipmentOf(deps, number)]
      const subject = number === undefined ? 'fulfillment' : orderSubject(number.toUpperCase())
      await recordExport(deps, context, 'fulfillment.slips-printed', subject, due.length)
      return { pdf: base64(await drawSlips(due)) }
    },
    exportDeskFulfillment: async (context, { until }) => {
      const rows = await shipmentsToPack(deps.database, lastDay(deps, until))
      await recordExport(deps, context, 'fulfillment.exported', 'fulfillment', rows.length)
      return { csv: writeShipmentFile(rows, 'csv') }
    },
    buyDeskLabel: async (context, { number }) => {
      const { accountId, number: order } = await orderByNumber(deps.database, number)
      // Before the carrier is asked: a process that ends meanwhile leaves no label that the log does not know.
      await inTransaction(deps, async (tx) =>
        recordAct(
          tx,
          { actor: staffOf(context), requestId: context.requestId },
          { act: 'order.label-requested', subject: orderSubject(order), accountId },
        ),
      )
      await printLabel(services, order, 'pdf')
      return { success: true }
    },
    viewDeskLabel: async (_context, { number }) => {
      const label = await boughtLabelOf(deps, number)
      if (label === null) throw new ShopError('NOT_FOUND')
      return { pdf: base64((await printLabel(services, label.shipmentId, 'pdf')).bytes) }
    },
  }
}

/** What is to be packed today: its list, slips, labels and file. */
export const createFulfillmentHandlers = (services: CarrierServices): Handlers => ({
  ...createQueueHandlers(services),
  ...createFileHandlers(services),
})

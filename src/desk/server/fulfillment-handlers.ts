import { lotsToPack, namedPick, packableOf, wireShipment } from './packing-list.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { orderByNumber, printLabel, shipmentsToPack, shipmentsToPackOf } from '#order/server/orders.ts'
import type { CarrierServices } from '#order/server/orders.ts'
import { labelIn, labelsOfShipments } from '#shipment/server/labels.ts'
import { writeShipmentFile } from '#shipment/server/shipment-files.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { recordAction } from '#staff/server/audits.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../fulfillment-endpoints.ts'
import type { ToPack } from '../fulfillment-endpoints.ts'
import { packingPlaceText } from '../rules/packing-place.ts'
import { selectBatchLines } from './batch-store.ts'
import { maxChosen } from '../order-list-endpoints.ts'
import { orderSubject } from './desk-order.ts'
import { selectOrderIds } from './desk-order-store.ts'
import { selectNextToPack } from './work-store.ts'
import { drawSlips } from './draw-slips.ts'
import { undeliveredWork } from './undelivered.ts'
import {
  countToPack,
  selectBatchOf,
  selectPick,
  selectToPack,
  selectUnpacked,
  selectUnpackedOf,
} from './packing-store.ts'

/** This many shipments are listed at a time, and this many slips printed. */
const perPage = 50
const mostSlips = 200

const todayOf = ({ clock }: AppDeps): Temporal.PlainDate => dateIn(clock.now(), brand.timeZone)

const lastDay = (deps: AppDeps, until: string | undefined): Temporal.PlainDate =>
  until === undefined ? todayOf(deps) : Temporal.PlainDate.from(until)

/** The addresses of many people leave the shop: an entry of the log, before they do. */
export const recordExport = (
  deps: AppDeps,
  context: RequestContext,
  action: string,
  subject: string,
  count: number,
) =>
  inTransaction(deps, async (tx) =>
    recordAction(
      tx,
      { actor: staffOf(context), requestId: context.requestId },
      { action, subject, after: { shipments: count } },
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

const unpackedUntil = async (deps: AppDeps, until: Temporal.PlainDate): Promise<readonly ToPack[]> => [
  ...(await packableOf(deps, await selectUnpacked(deps.database, until, mostSlips))).values(),
]

const batchOf = async ({ database }: AppDeps, number: string) => {
  const batch = await selectBatchOf(database, number)
  return batch && { number: batch.number, held_by: batch.holder }
}

const shipmentOf = async (deps: AppDeps, number: string): Promise<ToPack> => {
  const plans = await listPlans(deps, defaultCurrency)
  const rows = await shipmentsToPackOf(deps.database, number)
  const own = rows.map((row) => wireShipment(plans, row))
  const shipment = own.find(({ state }) => state === 'pending') ?? own[0]
  if (!shipment) throw new ShopError('NOT_FOUND')
  return shipment
}

/** What is packed after an order: the next one of its batch, or of all that is due. */
const nextAfter = async (
  deps: AppDeps,
  order: string,
  batch: { readonly number: number } | null,
): Promise<string | null> => {
  if (batch === null) return selectNextToPack(deps.database, todayOf(deps), order)
  const lines = await selectBatchLines(deps.database, batch.number)
  return (
    lines.find(({ state, order_number: other }) => state === 'pending' && other !== order)?.order_number ??
    null
  )
}

type Handlers = HandlersFor<typeof endpoints>

const createQueueHandlers = ({ deps }: CarrierServices): Pick<Handlers, 'viewDeskFulfillment'> => ({
  viewDeskFulfillment: async (context, { until, after }) => {
    const last = lastDay(deps, until)
    const { database } = deps
    const waiting = await selectToPack(database, { until: last, after }, perPage)
    const page = waiting.slice(0, perPage)
    const end = page.at(-1)
    const plans = await listPlans(deps, defaultCurrency)
    const packable = await packableOf(deps, page)
    return {
      today: todayOf(deps).toString(),
      until: last.toString(),
      shipments: page.flatMap(({ shipment_id: id, batch }) => {
        const shipment = packable.get(id)
        return shipment ? [{ ...shipment, batch }] : []
      }),
      older:
        waiting.length > perPage && end
          ? packingPlaceText({ dueOn: end.due_on, order: end.order_number, id: end.shipment_id })
          : null,
      ...(await countToPack(database, last)),
      pick: namedPick(plans, await selectPick(database, { until: last })),
      undelivered: await undeliveredWork(deps, staffOf(context)),
    }
  },
})

const createPackingHandlers = ({ deps, carrier }: CarrierServices): Pick<Handlers, 'viewDeskPacking'> => ({
  viewDeskPacking: async (_context, { number }) => {
    const shipment = await shipmentOf(deps, number)
    const batch = await batchOf(deps, shipment.order)
    return {
      shipment,
      lots: await lotsToPack(deps, shipment),
      batch,
      next: await nextAfter(deps, shipment.order, batch),
      has_label: (await boughtLabelOf(deps, shipment.order)) !== null,
      buys_labels: carrier.code !== null,
    }
  },
})

/** What waits to be packed of the chosen orders. VALIDATION_ERROR for none, ACTION_NOT_ALLOWED for too much, or nothing that waits. */
const chosenToPack = async (
  deps: AppDeps,
  { ids, filter }: PayloadOf<typeof endpoints.drawChosenSlips>,
): Promise<readonly ToPack[]> => {
  const wanted = filter ? await selectOrderIds(deps.database, filter, maxChosen + 1) : [...new Set(ids)]
  if (wanted.length === 0)
    throw new ShopError('VALIDATION_ERROR', { fields: { ids: 'Please choose an order.' } })
  const rows = wanted.length > maxChosen ? [] : await selectUnpackedOf(deps.database, wanted, mostSlips + 1)
  if (wanted.length > maxChosen || rows.length > mostSlips)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: `At most ${mostSlips} slips are printed at once. Choose fewer orders, or put them into a batch.`,
    })
  if (rows.length === 0)
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: 'Nothing of the chosen orders waits to be packed.' })
  return [...(await packableOf(deps, rows)).values()]
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const createSlipHandlers = ({
  deps,
}: CarrierServices): Pick<Handlers, 'drawDeskSlips' | 'drawChosenSlips'> => ({
  drawDeskSlips: async (context, { number, until }) => {
    const due =
      number === undefined
        ? await unpackedUntil(deps, lastDay(deps, until))
        : [await shipmentOf(deps, number)]
    const subject = number === undefined ? 'fulfillment' : orderSubject(number.toUpperCase())
    await recordExport(deps, context, 'fulfillment.slips-printed', subject, due.length)
    return { pdf: base64(await drawSlips(due)) }
  },
  drawChosenSlips: async (context, chosen) => {
    const slips = await chosenToPack(deps, chosen)
    await recordExport(deps, context, 'fulfillment.slips-printed', 'fulfillment', slips.length)
    return { pdf: base64(await drawSlips(slips)) }
  },
})

const createFileHandlers = (
  services: CarrierServices,
): Omit<Handlers, 'viewDeskFulfillment' | 'viewDeskPacking' | 'drawDeskSlips' | 'drawChosenSlips'> => {
  const { deps } = services
  return {
    exportDeskFulfillment: async (context, { until, format }) => {
      const rows = await shipmentsToPack(deps.database, lastDay(deps, until))
      await recordExport(deps, context, 'fulfillment.exported', 'fulfillment', rows.length)
      return format === 'csv' ? { csv: writeShipmentFile(rows, 'csv') } : { shipments: rows }
    },
    buyDeskLabel: async (context, { number }) => {
      const { accountId, number: order } = await orderByNumber(deps.database, number)
      // Before the carrier is asked: a process that ends meanwhile leaves no label that the log does not know.
      await inTransaction(deps, async (tx) =>
        recordAction(
          tx,
          { actor: staffOf(context), requestId: context.requestId },
          { action: 'order.label-requested', subject: orderSubject(order), accountId },
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
  ...createPackingHandlers(services),
  ...createSlipHandlers(services),
  ...createFileHandlers(services),
})

import { listPlans } from '#catalogue/server/plans.ts'
import { labelFiles, requestLabels } from '#order/server/orders.ts'
import type { CarrierServices } from '#order/server/orders.ts'
import type { LabelFile, LabelFormat } from '#shipment/server/carrier.ts'
import { joinPdfs } from '#shipment/server/labels.ts'
import { recordAction } from '#staff/server/audits.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext, Staff } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../batch-endpoints.ts'
import type { Batch } from '../batch-endpoints.ts'
import {
  insertBatch,
  lockBatch,
  lockBatches,
  releaseShipments,
  selectBatch,
  selectBatches,
  selectBatchLines,
  selectBatchOfRequest,
  updateClosed,
  updateHolder,
} from './batch-store.ts'
import type { BatchLine, BatchSummary } from './batch-store.ts'
import { drawPickList, drawSlips } from './draw-slips.ts'
import { recordExport } from './fulfillment-handlers.ts'
import { namedPick, packableOf } from './packing-list.ts'
import { selectPick, selectUnbatched } from './packing-store.ts'

const perPage = 50
const done = { success: true } as const

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const batchSubject = (number: number): string => `batch:${number}`

const instantOrNull = (at: string | null): string | null => at && Temporal.Instant.from(at).toString()

const wireBatch = ({ holder, ...batch }: BatchSummary, { staffId }: Staff): Batch => ({
  number: batch.number,
  made_at: Temporal.Instant.from(batch.made_at).toString(),
  made_by: batch.made_by,
  held_by: batch.held_by,
  is_own: holder === staffId,
  closed_at: instantOrNull(batch.closed_at),
  shipments: batch.shipments,
  to_pack: batch.to_pack,
  packed: batch.packed,
})

const found = async ({ database }: AppDeps, number: number): Promise<BatchSummary> => {
  const batch = await selectBatch(database, number)
  if (batch === null) throw new ShopError('NOT_FOUND')
  return batch
}

/** What is still of the batch: not given back to the list. */
const own = (lines: readonly BatchLine[]): readonly BatchLine[] =>
  lines.filter(({ state }) => state !== 'released')

const write = (
  tx: Tx,
  context: RequestContext,
  action: string,
  number: number,
  after: Record<string, number>,
) =>
  recordAction(
    tx,
    { actor: staffOf(context), requestId: context.requestId },
    { action, subject: batchSubject(number), after },
  )

type Handlers = HandlersFor<typeof endpoints>

const createReadHandlers = ({
  deps,
  carrier,
}: CarrierServices): Pick<Handlers, 'listDeskBatches' | 'viewDeskBatch'> => ({
  listDeskBatches: async (context, { state, before }) => {
    const batches = await selectBatches(deps.database, { isOpen: state === 'open', before }, perPage)
    const page = batches.slice(0, perPage)
    const actor = staffOf(context)
    return {
      batches: page.map((batch) => wireBatch(batch, actor)),
      older: batches.length > perPage ? (page.at(-1)?.number ?? null) : null,
    }
  },
  viewDeskBatch: async (context, { number }) => {
    const batch = await found(deps, number)
    const lines = await selectBatchLines(deps.database, number)
    const packable = await packableOf(deps, lines)
    const plans = await listPlans(deps, defaultCurrency)
    return {
      ...wireBatch(batch, staffOf(context)),
      rows: lines.map((line) => ({
        shipment_id: line.shipment_id,
        order: line.order_number,
        state: line.state,
        has_label: line.has_label,
        name: packable.get(line.shipment_id)?.name ?? '',
        lines: packable.get(line.shipment_id)?.lines ?? [],
      })),
      pick: namedPick(plans, await selectPick(deps.database, { batch: number })),
      buys_labels: carrier.code !== null,
    }
  },
})

/** Changes an open batch under its lock; NOT_FOUND for none, and a sentence for a closed one. */
const change = async (
  deps: AppDeps,
  number: number,
  run: (tx: Tx, batch: { readonly holder: string }) => Promise<void>,
): Promise<void> => {
  const { held_by: heldBy } = await found(deps, number)
  await inTransaction(deps, async (tx) => {
    const batch = await lockBatch(tx, number)
    if (batch === null) throw refused(`Batch ${number} is closed; ${heldBy} had it.`)
    await run(tx, batch)
  })
}

const makeBatch =
  (deps: AppDeps): Handlers['makeDeskBatch'] =>
  async (context, { request_id: requestId, until, size }) => {
    const last =
      until === undefined ? dateIn(deps.clock.now(), brand.timeZone) : Temporal.PlainDate.from(until)
    const { staffId } = staffOf(context)
    const number = await inTransaction(deps, async (tx) => {
      await lockBatches(tx)
      const earlier = await selectBatchOfRequest(tx.db, requestId)
      if (earlier !== null) return earlier
      const shipments = await selectUnbatched(tx.db, last, size)
      if (shipments.length === 0)
        throw refused('Nothing is left for a batch: all that is due is packed, or in another batch.')
      const made = await insertBatch(tx, { requestId, staffId, shipments })
      write(tx, context, 'batch.made', made, { shipments: shipments.length })
      return made
    })
    return { number }
  }

/** What goes back to the list when a batch is closed: what nobody has packed. */
const unpacked = ['pending', 'on-hold', 'canceled']

const closeBatch =
  (deps: AppDeps): Handlers['closeDeskBatch'] =>
  async (context, { number }) => {
    if ((await found(deps, number)).closed_at !== null) return done
    await change(deps, number, async (tx) => {
      const lines = own(await selectBatchLines(tx.db, number)).filter(({ state }) => unpacked.includes(state))
      await releaseShipments(
        tx,
        number,
        lines.map(({ shipment_id: id }) => id),
      )
      await updateClosed(tx, number)
      write(tx, context, 'batch.closed', number, { released: lines.length })
    })
    return done
  }

const createOrderActionHandlers = (
  deps: AppDeps,
): Pick<Handlers, 'makeDeskBatch' | 'takeDeskBatch' | 'releaseDeskShipment' | 'closeDeskBatch'> => ({
  makeDeskBatch: makeBatch(deps),
  takeDeskBatch: async (context, { number }) => {
    const { staffId } = staffOf(context)
    await change(deps, number, async (tx, { holder }) => {
      if (holder === staffId) return
      await updateHolder(tx, number, staffId)
      write(tx, context, 'batch.taken', number, {})
    })
    return done
  },
  releaseDeskShipment: async (context, { number, shipment_id: id }) => {
    await change(deps, number, async (tx) => {
      const line = (await selectBatchLines(tx.db, number)).find((one) => one.shipment_id === id)
      if (!line) throw new ShopError('NOT_FOUND')
      if (line.state === 'released') return
      if (!unpacked.includes(line.state))
        throw refused(`Order ${line.order_number} is packed, so it stays in the batch.`)
      await releaseShipments(tx, number, [id])
      write(tx, context, 'batch.shipment-released', number, { released: 1 })
    })
    return done
  },
  closeDeskBatch: closeBatch(deps),
})

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const createFileHandlers = ({ deps }: CarrierServices): Pick<Handlers, 'drawDeskBatch'> => ({
  drawDeskBatch: async (context, { number, what }) => {
    await found(deps, number)
    const waiting = (await selectBatchLines(deps.database, number)).filter(({ state }) => state === 'pending')
    if (what === 'pick-list') {
      const plans = await listPlans(deps, defaultCurrency)
      const pick = namedPick(plans, await selectPick(deps.database, { batch: number }))
      return { pdf: base64(await drawPickList(number, pick)) }
    }
    const slips = [...(await packableOf(deps, waiting)).values()]
    await recordExport(deps, context, 'fulfillment.slips-printed', batchSubject(number), slips.length)
    return { pdf: base64(await drawSlips(slips)) }
  },
})

/** One file of all labels; a sentence with the order whose label does not come, or cannot be joined with the others. */
const oneFileOf = async (
  labels: readonly { readonly order: string; readonly file: LabelFile }[],
  format: LabelFormat,
): Promise<Uint8Array> => {
  const files = labels.map(({ order, file }) => {
    if (file.kind === 'file') return file.bytes
    throw refused(`The label of order ${order} does not come. ${file.problem}`)
  })
  if (format === 'zpl') return Buffer.concat(files)
  const joined = await joinPdfs(files)
  if (joined.kind === 'joined') return joined.bytes
  const { order = '' } = labels[joined.index] ?? {}
  throw refused(
    `The label of order ${order} cannot be joined with the others: ${joined.problem}. Print the labels one by one, or for a label printer.`,
  )
}

const createLabelHandlers = (
  services: CarrierServices,
): Pick<Handlers, 'buyDeskBatchLabels' | 'viewDeskBatchLabels'> => {
  const { deps } = services
  return {
    buyDeskBatchLabels: async (context, { number }) => {
      await found(deps, number)
      const wanted = (await selectBatchLines(deps.database, number)).filter(
        ({ state, has_label: hasLabel }) => state === 'packed' && !hasLabel,
      )
      // Before the carrier is asked: a process that ends meanwhile leaves no label that the log does not know.
      await recordExport(deps, context, 'batch.labels-requested', batchSubject(number), wanted.length)
      await requestLabels(
        services,
        wanted.map(({ shipment_id: id }) => id),
      )
      return done
    },
    viewDeskBatchLabels: async (context, { number, format }) => {
      await found(deps, number)
      const labeled = own(await selectBatchLines(deps.database, number)).filter(
        ({ has_label: hasLabel }) => hasLabel,
      )
      if (labeled.length === 0) throw new ShopError('NOT_FOUND')
      await recordExport(deps, context, 'batch.labels-printed', batchSubject(number), labeled.length)
      const ids = labeled.map(({ shipment_id: id }) => id)
      const files = await labelFiles(services, ids, format)
      const labels = files.map((file, at) => ({ order: labeled[at]?.order_number ?? '', file }))
      return { file: base64(await oneFileOf(labels, format)) }
    },
  }
}

/** Shipments that one person packs together. */
export const createBatchHandlers = (services: CarrierServices): Handlers => ({
  ...createReadHandlers(services),
  ...createOrderActionHandlers(services.deps),
  ...createFileHandlers(services),
  ...createLabelHandlers(services),
})

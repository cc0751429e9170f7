import { readShipmentFile, readShipmentRows, readShipmentText } from '#shipment/server/shipment-files.ts'
import type { ShipmentFile } from '#shipment/server/shipment-files.ts'
import { recentlyTracked } from '#shipment/server/shipments.ts'
import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../tracking-endpoints.ts'
import { importLimit } from '../rules/approval.ts'
import { expectedOf, packageKey } from '../rules/tracking-preview.ts'
import type { ExpectedRow, PackageOf, ShippableOrder } from '../rules/tracking-preview.ts'
import {
  insertImport,
  selectImport,
  selectOrderNumbers,
  selectShippable,
  startImport,
} from './tracking-store.ts'
import type { TrackingImport } from './tracking-store.ts'

const shown = 500
const perQuery = 5_000

const unreadable = (problem: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { file: problem } })

const knownOrders = async ({ database }: AppDeps, { rows }: TrackingImport) => {
  const numbers = [
    ...new Set(rows.flatMap(({ row }) => (row.kind === 'shipment' ? [row.shipment.order] : []))),
  ]
  const known = new Map<string, ShippableOrder>()
  for (let at = 0; at < numbers.length; at += perQuery)
    for (const {
      number,
      account_id: accountId,
      is_held: isHeld,
      has_waiting: hasWaiting,
      ...row
    } of await selectShippable(database, numbers.slice(at, at + perQuery)))
      known.set(number, { ...row, accountId, isHeld, hasWaiting })
  return known
}

/** The packages that left lately with a number of the file. */
const knownPackages = async ({ database, clock }: AppDeps, { rows }: TrackingImport) => {
  const numbers = rows.flatMap(({ row }) => (row.kind === 'shipment' ? [row.shipment] : []))
  const left: Awaited<ReturnType<typeof recentlyTracked>>[number][] = []
  for (let at = 0; at < numbers.length; at += perQuery)
    left.push(...(await recentlyTracked(database, clock.now(), numbers.slice(at, at + perQuery))))
  const orders = await selectOrderNumbers(database, [...new Set(left.map(({ orderId }) => orderId))])
  return Map.groupBy(
    left.map(({ orderId, accountId, carrier, tracking }) => ({
      key: packageKey(carrier, tracking),
      order: orders.get(orderId) ?? '',
      accountId,
    })),
    ({ key }) => key,
  )
}

/** What each row would do now, in their order. */
const expectedRows = async (deps: AppDeps, requested: TrackingImport) => {
  const known = await knownOrders(deps, requested)
  const left = await knownPackages(deps, requested)
  const shipped = new Set<string>()
  const earlier = new Map<string, PackageOf>()
  return requested.rows.map(({ number, row }) => {
    const order = known.get(row.kind === 'shipment' ? row.shipment.order : '')
    const expected = expectedOf(row, order, shipped, { left, earlier })
    if (expected.outcome === 'ships' && row.kind === 'shipment' && order) {
      const { order: named, carrier, tracking, lines } = row.shipment
      if (lines === null) shipped.add(named)
      earlier.set(packageKey(carrier, tracking), { order: named, accountId: order.accountId })
    }
    return { row: number, ...expected }
  })
}

const countOf = (rows: readonly ExpectedRow[], outcome: ExpectedRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length

const previewOf = async (deps: AppDeps, requested: TrackingImport) => {
  const rows = await expectedRows(deps, requested)
  const problems = rows.flatMap((row) =>
    row.outcome === 'problem' ? [{ row: row.row, problem: row.problem }] : [],
  )
  return {
    ships: countOf(rows, 'ships'),
    repeated: countOf(rows, 'repeated'),
    empty: countOf(rows, 'empty'),
    problems,
  }
}

const stateOf = ({
  started_at: started,
  finished_at: finished,
}: TrackingImport): 'read' | 'running' | 'finished' =>
  finished !== null ? 'finished' : started !== null ? 'running' : 'read'

const auditOf = (context: RequestContext) => ({ actor: staffOf(context), requestId: context.requestId })

const wireImport = async (deps: AppDeps, requested: TrackingImport) => {
  const state = stateOf(requested)
  const counts =
    state === 'read' ? await previewOf(deps, requested) : { ...requested, ships: requested.shipped }
  return {
    id: requested.id,
    file_name: requested.file_name,
    uploaded_at: Temporal.Instant.from(requested.uploaded_at).toString(),
    state,
    rows: requested.rows.length,
    done: requested.done,
    ships: counts.ships,
    repeated: counts.repeated,
    empty: counts.empty,
    problem_count: counts.problems.length,
    problems: counts.problems.slice(0, shown),
    needs_second: state === 'read' && counts.ships > importLimit,
  }
}

export const importNamed = async ({ database }: AppDeps, id: string): Promise<TrackingImport> => {
  const requested = await selectImport(database, id)
  if (requested === null) throw new ShopError('NOT_FOUND')
  return requested
}

/** How many orders a file would ship now. */
export const shippedByImport = async (deps: AppDeps, requested: TrackingImport): Promise<number> =>
  (await previewOf(deps, requested)).ships

/** Starts a file once, with its job and its entry of the log; false when it was started before. */
export const beginImport = async (tx: Tx, context: RequestContext, id: string): Promise<boolean> => {
  if (!(await startImport(tx, id))) return false
  tx.publish({ kind: 'tracking-import-due', importId: id })
  recordAction(tx, auditOf(context), {
    action: 'fulfillment.tracking-import-started',
    subject: 'fulfillment',
    after: { import: id },
  })
  return true
}

/** Exactly one form of what was sent. */
const fileIn = ({
  file_name: name,
  file,
  shipments,
  csv,
}: PayloadOf<typeof endpoints.uploadDeskTracking>): ShipmentFile => {
  if ([file, shipments, csv].filter((form) => form !== undefined).length !== 1)
    throw unreadable('Please choose a file.')
  if (shipments !== undefined) return { kind: 'rows', rows: readShipmentRows(shipments) }
  if (csv !== undefined) return readShipmentText(csv, 'csv')
  const format = name.toLowerCase().endsWith('.json') ? 'json' : 'csv'
  return readShipmentFile(Buffer.from(file ?? '', 'base64'), format)
}

/** Tracking numbers from a file: read, shown, and carried out when somebody says so. */
export const createTrackingHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  uploadDeskTracking: async (context, payload) => {
    const { file_name: fileName } = payload
    const read = fileIn(payload)
    if (read.kind === 'wrong') throw unreadable(read.problem)
    if (read.rows.length === 0) throw unreadable('The file has no rows below its head.')
    const { staffId } = staffOf(context)
    const id = await inTransaction(deps, (tx) => insertImport(tx, { staffId, fileName, rows: read.rows }))
    return { id }
  },
  viewDeskTracking: async (_context, { id }) => wireImport(deps, await importNamed(deps, id)),
  applyDeskTracking: async (context, { id }) => {
    const requested = await importNamed(deps, id)
    if (requested.started_at !== null) return { success: true }
    if ((await shippedByImport(deps, requested)) > importLimit)
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: `A file that ships more than ${importLimit} orders needs a second person. Ask for one below.`,
      })
    await inTransaction(deps, (tx) => beginImport(tx, context, id))
    return { success: true }
  },
})

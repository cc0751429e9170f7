import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { allows, seesNames } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext, Staff } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../export-endpoints.ts'
import type { OrderExport } from '../export-endpoints.ts'
import { exportState, linkEnd, mayHaveFile, mostSentAtOnce } from '../rules/order-export.ts'
import { listWords } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import {
  insertExport,
  markDownloaded,
  selectExportOfRequest,
  selectExportsOf,
  selectOwnExport,
  selectPart,
} from './desk-export-store.ts'
import type { StoredExport } from './desk-export-store.ts'
import { countDeskOrders } from './desk-order-store.ts'
import { requireNamesFor } from './order-list-handlers.ts'

const shown = 20

type Handlers = HandlersFor<typeof endpoints>

/** What the log says of a list: an email or a tag in its filter stays out. */
const loggedList = ({ q, tag, ...filter }: OrderFilter, cols: string | undefined): string =>
  listWords({
    ...filter,
    q: q?.includes('@') ? 'an email' : q,
    tag: tag === undefined ? undefined : 'a tag',
    cols,
  }) || 'all'

const instantOrNull = (at: string | null): Temporal.Instant | null =>
  at === null ? null : Temporal.Instant.from(at)

const factsOf = ({ finished_at: at, failure }: StoredExport) => ({ finishedAt: instantOrNull(at), failure })

const wireExport = (file: StoredExport, now: Temporal.Instant): OrderExport => ({
  id: file.id,
  query: file.query,
  requested_at: Temporal.Instant.from(file.requested_at).toString(),
  state: exportState(factsOf(file), now),
  orders: file.orders,
  expires_at: linkEnd(factsOf(file))?.toString() ?? null,
  failure: file.failure,
})

const countOf = async ({ database }: AppDeps, filter: OrderFilter): Promise<number> =>
  (await countDeskOrders(database, filter, mostSentAtOnce)).reduce((sum, { count }) => sum + count, 0)

const recordFile = (
  deps: AppDeps,
  context: RequestContext,
  after: { readonly list: string; readonly orders: number },
): Promise<void> =>
  inTransaction(deps, async (tx) =>
    recordAction(
      tx,
      { actor: staffOf(context), requestId: context.requestId },
      { action: 'orders.exported', subject: 'orders', after },
    ),
  )

const createStartHandlers = (deps: AppDeps): Pick<Handlers, 'openOrderFile' | 'startOrderExport'> => ({
  openOrderFile: async (context, { list: { filter, cols }, chosen }) => {
    const actor = staffOf(context)
    requireNamesFor(filter, seesNames(actor.role))
    const orders = chosen ?? (await countOf(deps, filter))
    if (orders > mostSentAtOnce) return { is_too_long: true }
    const list = chosen === undefined ? loggedList(filter, cols) : 'chosen one by one'
    await recordFile(deps, context, { list, orders })
    return { is_too_long: false }
  },
  startOrderExport: async (context, { request_id: requestId, list: { filter, cols } }) => {
    const actor = staffOf(context)
    const { staffId } = actor
    const hasNames = seesNames(actor.role)
    requireNamesFor(filter, hasNames)
    return inTransaction(deps, async (tx) => {
      const query = listWords({ ...filter, cols })
      const id = await insertExport(tx, { requestId, staffId, query, hasNames })
      if (id === null) {
        const earlier = await selectExportOfRequest(tx.db, requestId, staffId)
        if (earlier === null) throw new ShopError('NOT_FOUND')
        return { id: earlier }
      }
      tx.publish({ kind: 'order-export-due', exportId: id })
      const after = { list: loggedList(filter, cols) }
      const entry = { action: 'orders.export-requested', subject: `order-export:${id}`, after }
      recordAction(tx, { actor, requestId: context.requestId }, entry)
      return { id }
    })
  },
})

/** The person's own file, if the role of today may have it. NOT_FOUND. */
const ownExport = async (deps: AppDeps, { staffId, role }: Staff, id: string): Promise<StoredExport> => {
  const file = await selectOwnExport(deps.database, id, staffId)
  if (file === null || !allows(role, 'orders:read') || !mayHaveFile(role, file.has_names))
    throw new ShopError('NOT_FOUND')
  return file
}

const recordDownload = (
  deps: AppDeps,
  context: RequestContext,
  { id, orders }: StoredExport,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await markDownloaded(tx, id)
    const entry = { action: 'orders.export-downloaded', subject: `order-export:${id}`, after: { orders } }
    recordAction(tx, { actor: staffOf(context), requestId: context.requestId }, entry)
  })

/** Lists of orders as files. */
export const createExportHandlers = (deps: AppDeps): Handlers => ({
  ...createStartHandlers(deps),
  listOrderExports: async (context) => {
    const { staffId, role } = staffOf(context)
    const files = await selectExportsOf(deps.database, staffId, shown)
    const allowed = files.filter(({ has_names: hasNames }) => mayHaveFile(role, hasNames))
    return { exports: allowed.map((file) => wireExport(file, deps.clock.now())) }
  },
  viewOrderExport: async (context, { id }) =>
    wireExport(await ownExport(deps, staffOf(context), id), deps.clock.now()),
  readOrderExport: async (context, { id, position }) => {
    const file = await ownExport(deps, staffOf(context), id)
    const isReady = exportState(factsOf(file), deps.clock.now()) === 'ready'
    if (!isReady || (position > 0 && file.downloaded_at === null)) throw new ShopError('NOT_FOUND')
    const lines = await selectPart(deps.database, id, position)
    if (lines === null) throw new ShopError('NOT_FOUND')
    if (position === 0) await recordDownload(deps, context, file)
    return { lines, next: position + 1 < file.parts ? position + 1 : null }
  },
})

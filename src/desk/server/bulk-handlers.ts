import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { Currency } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Staff } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../bulk-endpoints.ts'
import type { BulkRow, BulkSummary } from '../bulk-endpoints.ts'
import { bulkLimit, maxBulk, needsReason } from '../rules/bulk-action.ts'
import {
  beginBulk,
  bulkNamed,
  bulkSubject,
  countActed,
  expectedBulk,
  requireReason,
  requireShown,
} from './bulk-actions.ts'
import {
  finishBulk,
  insertBulk,
  selectBulkFacts,
  selectBulkLines,
  selectBulkOfRequest,
  selectBulks,
} from './desk-bulk-store.ts'
import type { BulkLine, StoredBulk } from './desk-bulk-store.ts'
import { selectOrderIds } from './desk-order-store.ts'
import { requireNamesFor } from './order-list-handlers.ts'
import { seesNames } from '#shared/staff.ts'

const shown = 500
const listed = 30
const done = { success: true } as const

type Handlers = HandlersFor<typeof endpoints>

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** The ids that were chosen, in their order and each once. VALIDATION_ERROR for one that no order has. */
const chosenIds = async (deps: AppDeps, ids: readonly string[]): Promise<readonly string[]> => {
  const different = [...new Set(ids)]
  const known = await selectBulkFacts(deps.database, different)
  if (known.size < different.length)
    throw new ShopError('VALIDATION_ERROR', { fields: { ids: 'Some of these orders do not exist.' } })
  return different
}

const filteredIds = async (
  deps: AppDeps,
  actor: Staff,
  filter: NonNullable<PayloadOf<typeof endpoints.prepareBulkAction>['filter']>,
): Promise<readonly string[]> => {
  requireNamesFor(filter, seesNames(actor.role))
  const ids = await selectOrderIds(deps.database, filter, maxBulk + 1)
  if (ids.length > maxBulk)
    throw refused(`The list has more than ${maxBulk} orders. Filter it further, and act on a part of it.`)
  return ids
}

const createPrepare =
  (deps: AppDeps): Handlers['prepareBulkAction'] =>
  async (context, { request_id: requestId, action, ids, filter }) => {
    const actor = staffOf(context)
    const { staffId } = actor
    const orderIds = filter ? await filteredIds(deps, actor, filter) : await chosenIds(deps, ids)
    if (orderIds.length === 0)
      throw new ShopError('VALIDATION_ERROR', { fields: { ids: 'Please choose an order.' } })
    const made = await inTransaction(deps, (tx) =>
      insertBulk(tx, { requestId, action, filter: filter ?? null, staffId, orderIds }),
    )
    const id = made ?? (await selectBulkOfRequest(deps.database, requestId, staffId))
    if (id === null) throw new ShopError('NOT_FOUND')
    return { id }
  }

const instantOrNull = (at: string | null): string | null => at && Temporal.Instant.from(at).toString()

const stateOf = (bulk: StoredBulk): BulkSummary['state'] => {
  if (bulk.stopped_at !== null) return 'stopped'
  if (bulk.finished_at !== null) return 'finished'
  return bulk.started_at === null ? 'prepared' : 'running'
}

const wireBulk = (bulk: StoredBulk, { staffId }: Staff): BulkSummary => ({
  id: bulk.id,
  action: bulk.action,
  state: stateOf(bulk),
  by: bulk.staff_name,
  is_own: bulk.staff_id === staffId,
  prepared_at: Temporal.Instant.from(bulk.prepared_at).toString(),
  started_at: instantOrNull(bulk.started_at),
  finished_at: instantOrNull(bulk.finished_at),
  reason: bulk.reason,
  is_filter: bulk.filter !== null,
  chosen: bulk.chosen,
  done: bulk.done,
  left_out: bulk.left_out,
  failed: bulk.failed,
  batch: bulk.batch,
})

interface Outcome {
  readonly line: BulkLine
  readonly outcome: BulkRow['outcome']
  readonly why: string
}

/** What would become of each order now, or what became of it. */
const outcomesOf = async ({ database }: AppDeps, bulk: StoredBulk): Promise<readonly Outcome[]> =>
  bulk.started_at === null
    ? (await expectedBulk(database, bulk)).map(({ refusal, ...line }) => ({
        line,
        outcome: refusal === null ? 'waits' : 'left-out',
        why: refusal ?? '',
      }))
    : (await selectBulkLines(database, bulk.id)).map((line) => ({
        line,
        outcome: line.outcome ?? 'waits',
        why: line.why,
      }))

const sumsOf = (acted: readonly Outcome[]) => {
  const sums = new Map<Currency, number>()
  for (const { line } of acted) sums.set(line.currency, (sums.get(line.currency) ?? 0) + line.total_cents)
  return [...sums].map(([currency, cents]) => ({ currency, amount: wirePrice(cents, currency) }))
}

const kinds = ['failed', 'left-out', 'done', 'waits'] as const

const firstRows = (outcomes: readonly Outcome[]): BulkRow[] =>
  kinds.flatMap((kind) =>
    outcomes
      .filter(({ outcome }) => outcome === kind)
      .slice(0, shown)
      .map(({ line, outcome, why }) => ({
        order: line.number,
        currency: line.currency,
        total: wirePrice(line.total_cents, line.currency),
        outcome,
        why,
      })),
  )

const createReadHandlers = (deps: AppDeps): Pick<Handlers, 'listBulkActions' | 'viewBulkAction'> => ({
  listBulkActions: async (context) => {
    const actor = staffOf(context)
    return { actions: (await selectBulks(deps.database, listed)).map((bulk) => wireBulk(bulk, actor)) }
  },
  viewBulkAction: async (context, { id }) => {
    const bulk = await bulkNamed(deps.database, id)
    const outcomes = await outcomesOf(deps, bulk)
    const included = bulk.finished_at === null ? ['waits', 'done'] : ['done']
    const acted = outcomes.filter(({ outcome }) => included.includes(outcome))
    const summary = wireBulk(bulk, staffOf(context))
    return {
      ...summary,
      left_out: outcomes.filter(({ outcome }) => outcome === 'left-out').length,
      acted: acted.length,
      sums: sumsOf(acted),
      rows: firstRows(outcomes),
      needs_reason: needsReason(bulk.action),
      needs_second: summary.state === 'prepared' && acted.length > bulkLimit,
    }
  },
})

const createStart =
  (deps: AppDeps): Handlers['startBulkAction'] =>
  async (context, { id, count, reason }) => {
    const bulk = await bulkNamed(deps.database, id)
    if (bulk.started_at !== null) return done
    const acted = countActed(await expectedBulk(deps.database, bulk))
    requireShown(bulk, staffOf(context), { acted, shown: count })
    requireReason(bulk, reason)
    if (count > bulkLimit)
      throw refused(`An action on more than ${bulkLimit} orders needs a second person. Ask for one below.`)
    await inTransaction(deps, (tx) => beginBulk(tx, context, { id, reason, count }))
    return done
  }

/** Bulk actions: prepared, shown, started, stopped. */
export const createBulkHandlers = (deps: AppDeps): Handlers => ({
  prepareBulkAction: createPrepare(deps),
  ...createReadHandlers(deps),
  startBulkAction: createStart(deps),
  stopBulkAction: async (context, { id }) => {
    await bulkNamed(deps.database, id)
    const actor = staffOf(context)
    await inTransaction(deps, async (tx) => {
      const why = `${actor.name} stopped it before its turn came.`
      const leftOut = await finishBulk(tx, id, { why, isStopped: true })
      if (leftOut === null) return
      recordAction(
        tx,
        { actor, requestId: context.requestId },
        { action: 'orders.bulk-stopped', subject: bulkSubject(id), after: { left_out: leftOut } },
      )
    })
    return done
  },
})

import { recordAction } from '#staff/server/audits.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { bulkRefusals, needsReason } from '../rules/bulk-action.ts'
import { lockBulk, selectBulk, selectBulkFacts, selectBulkLines, startBulk } from './desk-bulk-store.ts'
import type { BulkLine, StoredBulk } from './desk-bulk-store.ts'
import { selectListed } from './desk-order-store.ts'

type Db = Tx['db'] | AppDeps['database']

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

/** What the log calls a bulk action. */
export const bulkSubject = (id: string): string => `bulk:${id}`

export const bulkNamed = async (db: Db, id: string): Promise<StoredBulk> => {
  const one = await selectBulk(db, id)
  if (one === null) throw new ShopError('NOT_FOUND')
  return one
}

const unknown = {
  isCanceled: true,
  holds: [],
  hasOpen: false,
  hasPacked: false,
  unbatched: [],
  batch: null,
} as const

export interface ExpectedLine extends BulkLine {
  /** Why it would be left out now; null when the action would be done on it. */
  readonly refusal: string | null
}

/** What an action that was not started would do with each order now. */
export const expectedBulk = async (db: Db, bulk: StoredBulk): Promise<readonly ExpectedLine[]> => {
  const lines = await selectBulkLines(db, bulk.id)
  const ids = lines.map(({ order_id: id }) => id)
  const facts = await selectBulkFacts(db, ids)
  const listed = bulk.filter === null ? null : await selectListed(db, bulk.filter, ids)
  const refusals = bulkRefusals(
    bulk.action,
    ids.map((id) => ({ ...(facts.get(id) ?? unknown), isListed: listed?.has(id) ?? true })),
  )
  return lines.map((line, at) => ({ ...line, refusal: refusals[at] ?? null }))
}

/** How many orders it would be done on now. */
export const countActed = (lines: readonly ExpectedLine[]): number =>
  lines.filter(({ refusal }) => refusal === null).length

/** Throws a sentence unless it would be done on as many orders as were shown, or approved. */
const requireCount = (acted: number, shown: number): void => {
  if (acted !== shown)
    throw refused(
      `It would be done on ${acted} orders by now, and ${shown} were shown. Nothing was done. Look at it again.`,
    )
}

/** Throws a sentence unless the person has prepared it, and it would be done on as many orders as were shown. */
export const requireShown = (
  { staff_id: staffId, staff_name: name }: StoredBulk,
  actor: { readonly staffId: string },
  { acted, shown }: { readonly acted: number; readonly shown: number },
): void => {
  if (staffId !== actor.staffId)
    throw refused(`${name} prepared it. Choose the orders yourself to act on them.`)
  requireCount(acted, shown)
}

/** VALIDATION_ERROR when an action needs a reason and has none. */
export const requireReason = ({ action }: Pick<StoredBulk, 'action'>, reason: string): void => {
  if (needsReason(action) && reason.length < 3)
    throw new ShopError('VALIDATION_ERROR', { fields: { reason: 'Please give a reason.' } })
}

interface BulkStart {
  readonly id: string
  readonly reason: string
  /** How many orders were shown, or approved. */
  readonly count: number
}

/**
 * Starts an action once, with its job and its entry of the log; what cannot be done now is left out for good. False when it was started
 * before. ACTION_NOT_ALLOWED when it would be done on another number of orders.
 */
export const beginBulk = async (
  tx: Tx,
  context: RequestContext,
  { id, reason, count }: BulkStart,
): Promise<boolean> => {
  await lockBulk(tx, id)
  const bulk = await bulkNamed(tx.db, id)
  if (bulk.started_at !== null) return false
  const lines = await expectedBulk(tx.db, bulk)
  const acted = countActed(lines)
  requireCount(acted, count)
  const leftOut = new Map(
    lines.flatMap(({ order_id: orderId, refusal }) =>
      refusal === null ? [] : [[orderId, refusal] as const],
    ),
  )
  await startBulk(tx, id, { reason, leftOut })
  tx.publish({ kind: 'bulk-action-due', bulkId: id })
  recordAction(
    tx,
    { actor: staffOf(context), requestId: context.requestId },
    {
      action: 'orders.bulk-started',
      subject: bulkSubject(id),
      after: { action: bulk.action, orders: acted },
      reason,
    },
  )
  return true
}

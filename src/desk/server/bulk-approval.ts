import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../approval-endpoints.ts'
import { bulkApprovals, bulkLimit } from '../rules/bulk-action.ts'
import type { BulkAction } from '../rules/bulk-action.ts'
import { openRequest } from './approval-requests.ts'
import type { StoredApproval } from './approval-store.ts'
import {
  beginBulk,
  bulkNamed,
  countActed,
  expectedBulk,
  requireReason,
  requireShown,
} from './bulk-actions.ts'

const refused = (detail: string): ShopError => new ShopError('ACTION_NOT_ALLOWED', { detail })

const BulkPayload = z.object({ id: z.string() })

/** Asks for a second person for a bulk action. */
export const createBulkAsk =
  (deps: AppDeps): HandlersFor<typeof endpoints>['requestBulkApproval'] =>
  async (context, { id, request_id: requestId, count, reason }) => {
    const bulk = await bulkNamed(deps.database, id)
    if (bulk.started_at !== null) throw refused('It was started before.')
    const acted = countActed(await expectedBulk(deps.database, bulk))
    requireShown(bulk, staffOf(context), { acted, shown: count })
    requireReason(bulk, reason)
    if (acted <= bulkLimit) throw refused('It is about so few orders that nobody else is needed.')
    return openRequest(deps, context, {
      kind: bulkApprovals[bulk.action],
      requestId,
      order: null,
      payload: { id },
      sum: null,
      shipments: acted,
      reason,
    })
  }

const texts: Readonly<Record<BulkAction, string>> = {
  hold: 'are put on hold: nothing of them ships until they are released.',
  release: 'are released: what waits of them ships.',
  batch: 'are put into a batch.',
}

/** What such a request is about, for who decides. */
export const summarizeBulk = async ({ database }: AppDeps, one: StoredApproval) => {
  const { id } = BulkPayload.parse(one.payload)
  const bulk = await bulkNamed(database, id)
  return {
    href: `/desk/orders/bulk/${id}`,
    contents: [`${one.shipments ?? 0} orders ${texts[bulk.action]}`],
    refusal: null,
    action: null,
  }
}

/** Carries out what was approved: exactly as many orders as were asked for. */
export const approveBulk = async (
  deps: AppDeps,
  context: RequestContext,
  one: StoredApproval,
  decide: (tx: Tx) => Promise<void>,
): Promise<string> => {
  const { id } = BulkPayload.parse(one.payload)
  await inTransaction(deps, async (tx) => {
    await decide(tx)
    if (!(await beginBulk(tx, context, { id, reason: one.reason, count: one.shipments ?? 0 })))
      throw refused('It was started before. Nothing was done.')
  })
  return 'The bulk action has started.'
}

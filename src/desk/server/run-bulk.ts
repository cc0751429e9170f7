import { holdLocked, lockedOrder, releaseLocked } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { isShopError, ShopError } from '#shared/errors.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { Staff } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { bulkRefusal } from '../rules/bulk-action.ts'
import type { BulkAction } from '../rules/bulk-action.ts'
import { addToBatch, insertBatch, lockBatch, lockBatches, selectBatchOfRequest } from './batch-store.ts'
import { orderSubject } from './desk-order.ts'
import {
  finishBulk,
  lockWaiting,
  selectBulk,
  selectBulkFacts,
  selectWaiting,
  updateOutcome,
} from './desk-bulk-store.ts'
import type { BulkOutcome, StoredBulk, StoredFacts } from './desk-bulk-store.ts'
import { selectListed } from './desk-order-store.ts'

export { deleteBulksBefore as forgetBulksBefore } from './desk-bulk-store.ts'

/** Orders of one job, so that it is done long before its time is over, and orders that are read at once. */
const perJob = 1_000
const perStep = 50

/** Who started it, for the log, with the role of today; null when that role does not do this any more. */
const actorOf = async ({ database }: AppDeps, { staff_id: id }: StoredBulk): Promise<Staff | null> => {
  const member = (await listStaff(database)).find((one) => one.id === id)
  return member && member.endedAt === null && allows(member.role, 'orders:ship')
    ? { kind: 'staff', staffId: id, sessionId: '', name: member.name, email: member.email, role: member.role }
    : null
}

interface ActedOrder {
  readonly bulk: StoredBulk
  readonly actor: Staff
  readonly order: Order
  readonly facts: StoredFacts
}

/** Puts what waits of an order into the batch of the action, which its first order makes. The caller holds the lock of batches. */
const putIntoBatch = async (tx: Tx, { bulk, actor, facts }: ActedOrder): Promise<void> => {
  const batch = await selectBatchOfRequest(tx.db, bulk.id)
  if (batch === null) {
    const made = await insertBatch(tx, {
      requestId: bulk.id,
      staffId: actor.staffId,
      shipments: facts.unbatched,
    })
    const after = { shipments: facts.unbatched.length, bulk: bulk.id }
    recordAction(tx, { actor, requestId: bulk.id }, { action: 'batch.made', subject: `batch:${made}`, after })
    return
  }
  if ((await lockBatch(tx, batch)) === null)
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: `Batch ${batch} was closed before its turn came.` })
  await addToBatch(tx, batch, facts.unbatched)
}

const actions: Readonly<
  Record<BulkAction, { readonly name: string; readonly run: (tx: Tx, acted: ActedOrder) => Promise<void> }>
> = {
  hold: { name: 'order.held', run: (tx, { order, bulk }) => holdLocked(tx, order, bulk.reason) },
  release: { name: 'order.released', run: (tx, { order, bulk }) => releaseLocked(tx, order, bulk.reason) },
  batch: { name: 'order.batched', run: putIntoBatch },
}

/** Why it is left out now, everything read again under the locks; null when the action is done on it. */
const refusalNow = async (
  tx: Tx,
  { action, filter }: StoredBulk,
  id: string,
  facts: StoredFacts | undefined,
) => {
  if (!facts) return 'There is no such order.'
  const isListed = filter === null || (await selectListed(tx.db, filter, [id])).has(id)
  return bulkRefusal(action, { ...facts, isListed })
}

/** Does the action on one order, with its entry of the log and its result, in one transaction under the lock of the order. */
const doOnOrder = (deps: AppDeps, bulk: StoredBulk, actor: Staff, orderId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const order = await lockedOrder(tx, orderId)
    if (!(await lockWaiting(tx, bulk.id, orderId))) return
    if (bulk.action === 'batch') await lockBatches(tx)
    const facts = (await selectBulkFacts(tx.db, [orderId])).get(orderId)
    const refusal = await refusalNow(tx, bulk, orderId, facts)
    if (!facts || refusal !== null)
      return updateOutcome(tx, bulk.id, orderId, { outcome: 'left-out', why: refusal ?? '' })
    const { name, run } = actions[bulk.action]
    await run(tx, { bulk, actor, order, facts })
    await updateOutcome(tx, bulk.id, orderId, { outcome: 'done', why: '' })
    recordAction(
      tx,
      { actor, requestId: bulk.id },
      {
        action: name,
        subject: orderSubject(order.number),
        accountId: order.accountId,
        after: { bulk: bulk.id },
        reason: bulk.reason,
      },
    )
  })

/** What becomes of an order whose transaction failed; throws when the shop cannot say, so that the job runs again. */
const outcomeOf = (deps: AppDeps, thrown: unknown, orderId: string): BulkOutcome => {
  if (isShopError(thrown) && thrown.status < 500) return { outcome: 'left-out', why: thrown.detail }
  if (isShopError(thrown)) throw thrown
  deps.log.error({ err: thrown, orderId }, 'a bulk action failed for one of them')
  return { outcome: 'failed', why: 'It failed, and nothing was done with it. Choose it again.' }
}

const processOrder = async (
  deps: AppDeps,
  bulk: StoredBulk,
  actor: Staff,
  orderId: string,
): Promise<void> => {
  try {
    await doOnOrder(deps, bulk, actor, orderId)
  } catch (thrown) {
    const outcome = outcomeOf(deps, thrown, orderId)
    await inTransaction(deps, (tx) => updateOutcome(tx, bulk.id, orderId, outcome))
  }
}

const finish = (deps: AppDeps, id: string, why: string, isStopped = false): Promise<unknown> =>
  inTransaction(deps, (tx) => finishBulk(tx, id, { why, isStopped }))

/**
 * The job of a bulk action: does it on the next ones, each in a transaction of its own, and asks for another job when there are
 * more. Run again after a crash, or twice at once, it does nothing again: each order has its result in the transaction of its action.
 */
export const runBulk = async (deps: AppDeps, id: string): Promise<void> => {
  for (let done = 0; done < perJob; done += perStep) {
    const bulk = await selectBulk(deps.database, id)
    if (bulk === null || bulk.started_at === null || bulk.finished_at !== null) return
    const waiting = await selectWaiting(deps.database, id, perStep)
    if (waiting.length === 0) return void (await finish(deps, id, ''))
    const actor = await actorOf(deps, bulk)
    if (actor === null) return void (await finish(deps, id, 'Who started it may not do this any more.', true))
    for (const orderId of waiting) {
      await processOrder(deps, bulk, actor, orderId)
      deps.reachCrashPoint('bulk action: order done')
    }
  }
  await inTransaction(deps, async (tx) => tx.publish({ kind: 'bulk-action-due', bulkId: id }))
}

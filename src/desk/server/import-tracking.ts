import { handOver } from '#order/server/orders.ts'
import type { Also } from '#order/server/orders.ts'
import type { FileRow } from '#shipment/server/shipment-files.ts'
import { recordAction } from '#staff/server/audits.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { isShopError } from '#shared/errors.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Staff } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import { orderSubject } from './desk-order.ts'
import { selectNextRows, updateProgress } from './tracking-store.ts'
import type { ImportProgress, TrackingImport } from './tracking-store.ts'

export { deleteImportsBefore as forgetImportsBefore } from './tracking-store.ts'

/** Rows of one job, so that it is done long before its time is over, and rows after which it says how far it is. */
const perJob = 1_000
const perStep = 50

/** Who has started it, for the log: with the role of today. */
const actorOf = async (
  deps: AppDeps,
  { staff_id: id }: Pick<TrackingImport, 'staff_id'>,
): Promise<Staff | 'operator'> => {
  const member = (await listStaff(deps.database)).find((one) => one.id === id)
  return member
    ? { kind: 'staff', staffId: id, sessionId: '', name: member.name, email: member.email, role: member.role }
    : 'operator'
}

const shipRow = async (deps: AppDeps, { row }: FileRow, alsoFor: (tracking: string) => Also) => {
  if (row.kind !== 'shipment') return row.kind === 'empty' ? 'empty' : row
  try {
    return await handOver(deps, row.shipment, 'import', alsoFor(row.shipment.tracking))
  } catch (thrown) {
    if (isShopError(thrown) && thrown.status < 500) return { problem: thrown.detail }
    throw thrown
  }
}

const shipStep = async (
  deps: AppDeps,
  rows: readonly FileRow[],
  before: ImportProgress,
  alsoFor: (tracking: string) => Also,
): Promise<ImportProgress & Pick<TrackingImport, 'problems'>> => {
  const counts = { shipped: before.shipped, repeated: before.repeated, empty: before.empty }
  const problems: TrackingImport['problems'] = []
  for (const row of rows) {
    const result = await shipRow(deps, row, alsoFor)
    if (typeof result === 'string') counts[result] += 1
    else problems.push({ row: row.number, problem: result.problem })
  }
  return { ...counts, problems, done: before.done + rows.length }
}

/**
 * The job of an import: ships the next rows, each in a transaction of its own with its entry of the log, and asks for another
 * job when there are more. Run again after a crash, rows that were shipped are found and change nothing.
 */
export const importTracking = async (deps: AppDeps, id: string): Promise<void> => {
  const requested = await selectNextRows(deps.database, id, perJob)
  if (requested === null) return
  const actor = await actorOf(deps, requested)
  const alsoFor =
    (tracking: string): Also =>
    (tx, { number, accountId }) => {
      const entry = { action: 'order.shipped', subject: orderSubject(number), accountId }
      recordAction(tx, { actor, requestId: id }, { ...entry, after: { tracking, import: id } })
    }
  let progress: ImportProgress = requested
  const end = requested.done + requested.next.length
  while (progress.done < end) {
    const before = progress
    const step = await shipStep(
      deps,
      requested.next.slice(before.done - requested.done).slice(0, perStep),
      before,
      alsoFor,
    )
    progress = step
    const { done, shipped, repeated, empty, problems } = step
    const isFinished = done >= requested.row_count
    const isOurs = await inTransaction(deps, async (tx) => {
      const written = await updateProgress(
        tx,
        { id, done: before.done },
        { done, shipped, repeated, empty, problems },
        isFinished,
      )
      if (written && done >= end && !isFinished) tx.publish({ kind: 'tracking-import-due', importId: id })
      return written
    })
    // Another process runs the same job and is ahead.
    if (!isOurs) return
  }
}

import { listStaff } from '#staff/server/staff-members.ts'
import { allows } from '#shared/staff.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { sleep, startStopwatch } from '#platform/clock.ts'
import { inTransaction } from '#platform/transaction.ts'
import { byteOrderMark } from '../rules/csv.ts'
import { orderHeadLine, orderLines, mayHaveFile } from '../rules/order-export.ts'
import { criteriaOf, readFilter } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { failExport, insertPart, lockRunningExport, selectExport } from './desk-export-store.ts'
import type { NewPart, StoredExport } from './desk-export-store.ts'
import { placeOf, selectDeskOrders } from './desk-order-store.ts'
import { wireDeskOrder } from './desk-order.ts'

export { deleteExportsBefore as forgetExportsBefore } from './desk-export-store.ts'

/** Orders of a part, which is written in one transaction, and of a read, so that few are in memory at once. */
const perPart = 1_000
const perRead = 250
/** Parts of one job: about a second, for as long as the other jobs of its batch wait for it. */
const perJob = 6
/** A read and its rest take at least so long, in milliseconds: 100,000 orders are a file in about 17 seconds. */
const leastReadMs = 40
/** The longest rest after a read that took longer. */
const maxRestMs = 10

const restAfter = (readMs: number): number => Math.max(leastReadMs - readMs, Math.min(readMs, maxRestMs))

/** Whether who asked for it may still have it, with the role of today. */
const isAllowed = async (deps: AppDeps, { staff_id: id, has_names: hasNames }: StoredExport) => {
  const person = (await listStaff(deps.database)).find((one) => one.id === id)
  return (
    person !== undefined &&
    person.endedAt === null &&
    allows(person.role, 'orders:read') &&
    mayHaveFile(person.role, hasNames)
  )
}

/** The orders behind a place as lines; an export may be a moment old, so a replica answers where there is one. */
const readLines = async (
  deps: AppDeps,
  filter: OrderFilter,
  { place, has_names: hasNames }: Pick<StoredExport, 'place' | 'has_names'>,
) => {
  const requested = criteriaOf({ ...filter, after: place ?? undefined, before: undefined })
  const { rows, hasMore } = await deps.replica.read((db) => selectDeskOrders(db, requested, perRead))
  const last = rows.at(-1)
  return {
    lines: orderLines(
      filter,
      rows.map((row) => wireDeskOrder(row, hasNames)),
    ),
    orders: rows.length,
    place: hasMore && last ? placeOf(last, filter.sort) : null,
  }
}

/** The next part. It rests for longer than it works: nobody waits for it as a buyer waits for a page. */
const nextPart = async (deps: AppDeps, file: StoredExport): Promise<NewPart> => {
  const { filter } = readFilter(new URLSearchParams(file.query))
  let lines = file.parts === 0 ? `${byteOrderMark}${orderHeadLine(filter)}` : ''
  let { place } = file
  let orders = 0
  do {
    const elapsedMs = startStopwatch()
    const read = await readLines(deps, filter, { ...file, place })
    lines += read.lines
    orders += read.orders
    place = read.place
    await sleep(restAfter(elapsedMs()))
  } while (place !== null && orders < perPart)
  return { position: file.parts, lines, orders, place }
}

const refuse = (deps: AppDeps, id: string): Promise<void> =>
  inTransaction(deps, (tx) => failExport(tx, id, 'Who asked for it may not have it any more.'))

/** Writes the next part; whether there is another one. */
const writePart = async (deps: AppDeps, id: string): Promise<boolean> => {
  const file = await selectExport(deps.database, id)
  if (file === null || file.finished_at !== null) return false
  if (!(await isAllowed(deps, file))) {
    await refuse(deps, id)
    return false
  }
  const part = await nextPart(deps, file)
  return inTransaction(deps, async (tx) => {
    const now = await lockRunningExport(tx, id)
    if (now === null) return false
    // Another process has written this part.
    if (now.parts !== file.parts) return true
    await insertPart(tx, id, part)
    return part.place !== null
  })
}

/**
 * The job of a file: writes the next parts, each in a transaction of its own that knows where the next one begins, and asks for another
 * job when there are more. Run again after a crash, or twice at once, it writes each part once.
 */
export const writeExport = async (deps: AppDeps, id: string): Promise<void> => {
  for (let part = 0; part < perJob; part += 1) {
    const hasMore = await writePart(deps, id)
    deps.reachCrashPoint('order export: part written')
    if (!hasMore) return
  }
  await inTransaction(deps, async (tx) => tx.publish({ kind: 'order-export-due', exportId: id }))
}

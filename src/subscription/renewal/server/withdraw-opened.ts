import type { Kysely } from 'kysely'
import { releaseCredit } from '#credit/server/credits.ts'
import { withdrawCharge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { isOfUndone } from '#subscription/notice/rules/price-schedule.ts'
import { selectNotices } from '#subscription/notice/server/notice-store.ts'
import { withdrawCycles } from '#subscription/record/server/billing-cycle-store.ts'
import { selectChargesInFlight, selectCyclesById } from './open-cycles.ts'
import { deleteParked } from '#subscription/record/server/parked-store.ts'
import { lockIncreases } from '#subscription/record/server/price-increase-store.ts'
import { withdrawEntry } from './renewal-run-store.ts'
import { noticesDueNow } from '#subscription/record/server/subscription-columns.ts'
import { lockSubscriptionsTo } from '#subscription/record/server/subscription-queries.ts'
import {
  lockSubscription,
  lockSubscriptionRows,
  restoreDueDate,
  setNoticesOn,
} from '#subscription/record/server/subscription-store.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'

/**
 * Runs before a locked subscription is changed: withdraws what a renewal run has opened for it and not requested yet,
 * in the same transaction, with its charge, its credit and its entry in the run, so that the member's action takes
 * effect and nothing from before is charged. The subscription is due as it was; returns it. What was requested stays.
 */
export const withdrawOpened = async (tx: Tx, row: StoredSubscription): Promise<StoredSubscription> => {
  let due = row
  for (const cycle of await withdrawCycles(tx, row.id)) {
    const { id, attempts: attempt, attemptOn: on, accountId, quote } = cycle
    await releaseCredit(tx, id, quote.totals)
    await withdrawCharge(tx, { purpose: 'renewal', purposeId: id, attempt })
    await withdrawEntry(tx, { accountId, cycleId: id, attempt })
    due = (on === null ? undefined : await restoreDueDate(tx, row.id, on.toString())) ?? due
  }
  return due
}

/** Those of these subscriptions whose members were notified of a price increase: `withdrawStoppedPrice` is about them only. */
export const selectPricedByIncrease = async (
  db: Kysely<Database>,
  subscriptionIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const notices = await selectNotices(db, subscriptionIds, 'price-increase')
  return new Set(notices.map(({ subscriptionId }) => subscriptionId))
}

/**
 * Withdraws an opened cycle that is not requested and was priced by an increase that has been stopped since; true when it
 * did. Otherwise that increase is not stopped before the end of the transaction.
 */
export const withdrawStoppedPrice = async (
  tx: Tx,
  { id, subscriptionId }: { readonly id: string; readonly subscriptionId: string },
): Promise<boolean> => {
  const notices = await selectNotices(tx.db, [subscriptionId], 'price-increase')
  const ids = notices.flatMap((notice) => notice.priceIncreaseId ?? [])
  if (ids.length === 0) return false
  // As `markRequested` locks it: a weaker lock first could end in a deadlock.
  await lockSubscriptionRows(tx.db, [subscriptionId])
  const row = await lockSubscription(tx, subscriptionId)
  const increases = await lockIncreases(tx.db, ids)
  if (increases.every(({ isUndone }) => !isUndone)) return false
  const cycle = (await selectCyclesById(tx.db, [id])).get(id)
  const own = cycle?.quote.lines.find(({ addOnId }) => addOnId === null)
  if (!own || !isOfUndone(row.unitPriceCents, own.unitPriceCents, increases)) return false
  await withdrawOpened(tx, row)
  return true
}

/**
 * As `withdrawOpened`, for every subscription of a member that ships to an address. Returns the charges in flight: those
 * orders go to the old address.
 */
export const withdrawOpenedTo = async (tx: Tx, accountId: string, addressId: string) => {
  const rows = await lockSubscriptionsTo(tx, accountId, addressId)
  for (const row of rows) await withdrawOpened(tx, row)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await deleteParked(tx, ids)
    // Another place has other totals and other rules.
    await setNoticesOn(tx, ids, noticesDueNow)
  }
  const charges = await selectChargesInFlight(tx.db, ids)
  return [...charges].map(([subscriptionId, charge]) => ({ ...charge, subscriptionId }))
}

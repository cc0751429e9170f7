import type { Kysely } from 'kysely'
import { invalidAddresses } from '#account/server/accounts.ts'
import { brokenCatalogue } from '#catalogue/server/catalogue-versions.ts'
import { damagedCarts } from '#cart/server/carts.ts'
import { brokenCheckouts } from '#checkout/server/checkouts.ts'
import { brokenRedemptions } from '#coupon/server/coupons.ts'
import { brokenCredit } from '#credit/server/credits.ts'
import { shipmentsInClosedBatches } from '#desk/server/batch-store.ts'
import { brokenBulks } from '#desk/server/desk-bulk-store.ts'
import { brokenTrackingFiles } from '#desk/server/tracking-store.ts'
import { brokenDisputes } from '#dispute/server/invariants.ts'
import { brokenSeries } from '#invoice/server/invoices.ts'
import { overdrawnCredit, unbalancedLedger } from '#ledger/server/journals.ts'
import { brokenOrderLedger, brokenShipments } from '#order/server/invariants.ts'
import { brokenPayouts, brokenReceivable, otherSums } from '#payment/server/invariants.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { readCheckedUntil, saveCheckedUntil } from '#platform/data-check-store.ts'
import type { Database } from '#platform/schema.ts'
import { brokenBoughtUnits } from '#report/server/bought-units.ts'
import { brokenComingOrders } from '#report/server/coming-orders.ts'
import { brokenSums, brokenSumsOf, daysMadeSince } from '#report/server/invariants.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { brokenSubscriptions } from '#subscription/server/invariants.ts'
import { inSlice } from './data-check/in-slice.ts'
import {
  creditSlice,
  disputeSlice,
  movedSlice,
  orderSlice,
  otherSlice,
  payoutSlice,
  subscriptionSlice,
} from './data-check/slices.ts'

type Invariant = (db: Kysely<Database>) => Promise<readonly string[]>

/** Invariants at every commit, under any concurrency; each module has its own. What belongs together is checked together. */
const ofOrders: readonly Invariant[] = [
  unbalancedLedger,
  brokenReceivable,
  brokenOrderLedger,
  brokenShipments,
]
const ofCredit: readonly Invariant[] = [overdrawnCredit, brokenCredit]
const ofSubscriptions: readonly Invariant[] = [brokenSubscriptions]
const ofPayouts: readonly Invariant[] = [brokenPayouts]
const ofDisputes: readonly Invariant[] = [brokenDisputes]
const ofOthers: readonly Invariant[] = [brokenRedemptions, invalidAddresses, damagedCarts]

/** Of few rows, or by an index that has only what is open. */
const ofFew: readonly Invariant[] = [
  brokenCatalogue,
  otherSums,
  brokenSeries,
  brokenCheckouts,
  shipmentsInClosedBatches,
  brokenTrackingFiles,
  brokenBulks,
]

const invariants: readonly Invariant[] = [
  ...ofFew,
  ...ofOrders,
  ...ofCredit,
  ...ofSubscriptions,
  ...ofPayouts,
  ...ofDisputes,
  ...ofOthers,
  brokenSums,
  brokenBoughtUnits,
  brokenComingOrders,
]

const sentencesOf =
  (some: readonly Invariant[]): Invariant =>
  async (db) => {
    const violations: string[] = []
    for (const invariant of some) violations.push(...(await invariant(db)))
    return violations
  }

/**
 * A sentence for every violation in the data; none in a consistent shop. Read in one snapshot, so it can run while the
 * shop is open.
 */
export const invariantViolations = (db: Kysely<Database>): Promise<readonly string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(sentencesOf(invariants))

const changedSums = async (db: Kysely<Database>, since: Temporal.Instant): Promise<readonly string[]> => {
  const days = await daysMadeSince(db, since)
  if (days.length === 0) return []
  const violations: string[] = []
  for (const { day, ...moments } of days)
    violations.push(...(await inSlice(db, movedSlice([moments]), (sliced) => brokenSumsOf(sliced, day))))
  return violations
}

/**
 * The same for what changed since a moment: each slice is one snapshot, of a size by what changed and not by what there is. What
 * somebody changed by hand without its times is left to `invariantViolations`.
 */
export const changedViolations = async (
  db: Kysely<Database>,
  at: Temporal.Instant,
): Promise<readonly string[]> => {
  const since = { at, day: dateIn(at, brand.timeZone) }
  const slices = [
    [orderSlice(since), ofOrders],
    [creditSlice(since), ofCredit],
    [subscriptionSlice(since), ofSubscriptions],
    [payoutSlice(since), ofPayouts],
    [disputeSlice(), ofDisputes],
    [otherSlice(since), ofOthers],
  ] as const
  const violations = [...(await sentencesOf(ofFew)(db))]
  for (const [slice, checks] of slices) violations.push(...(await inSlice(db, slice, sentencesOf(checks))))
  return [...violations, ...(await changedSums(db, at))]
}

/** A transaction may commit this much later than the time that it wrote down. */
const overlap = Temporal.Duration.from({ hours: 2 })

/**
 * What does not hold since the data was last found consistent, all of it the first time; without any, the next time begins at this
 * one. `isFull` looks at everything.
 */
export const checkData = async (
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  isFull: boolean,
): Promise<{ readonly since: Temporal.Instant | null; readonly violations: readonly string[] }> => {
  const now = clock.now()
  const until = isFull ? null : await readCheckedUntil(database)
  const since = until && until.subtract(overlap)
  const violations =
    since === null ? await invariantViolations(database) : await changedViolations(database, since)
  if (violations.length === 0) await saveCheckedUntil(database, now)
  return { since, violations }
}

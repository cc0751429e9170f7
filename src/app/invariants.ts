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
import { unbalancedLedger } from '#ledger/server/journals.ts'
import { brokenOrderLedger, brokenShipments } from '#order/server/invariants.ts'
import { brokenPayouts, brokenReceivable, otherSums } from '#payment/server/invariants.ts'
import type { Database } from '#platform/schema.ts'
import { brokenSums } from '#report/server/invariants.ts'
import { brokenSubscriptions } from '#subscription/server/invariants.ts'

type Invariant = (db: Kysely<Database>) => Promise<readonly string[]>

/** Invariants at every commit, under any concurrency; each module has its own. */
const invariants: readonly Invariant[] = [
  brokenCatalogue,
  unbalancedLedger,
  brokenReceivable,
  otherSums,
  brokenPayouts,
  brokenOrderLedger,
  brokenShipments,
  brokenSeries,
  brokenRedemptions,
  brokenCredit,
  brokenCheckouts,
  brokenDisputes,
  shipmentsInClosedBatches,
  brokenTrackingFiles,
  brokenBulks,
  brokenSubscriptions,
  invalidAddresses,
  damagedCarts,
  brokenSums,
]

/**
 * A sentence for every violation in the data; none in a consistent shop. Read in one snapshot, so it can run while the
 * shop is open.
 */
export const invariantViolations = (db: Kysely<Database>): Promise<readonly string[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const violations: string[] = []
      for (const invariant of invariants) violations.push(...(await invariant(snapshot)))
      return violations
    })

import { reconcileDisputes } from '#dispute/server/dispute-reconciliations.ts'
import type { DisputeServices } from '#dispute/server/disputes.ts'
import { reconcileBalance } from '#payment/payout/server/balance-reconciliation.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import { inTransaction } from '#platform/transaction.ts'
import { differenceText, disputeDifferenceText } from './difference-texts.ts'
import { finishReconciliation, insertReconciliation, selectReconciliation } from './reconciliation-store.ts'
import type {
  ReconciliationDays,
  ReconciliationResult,
  StoredReconciliation,
} from './reconciliation-store.ts'

export type { ReconciliationDays, ReconciliationResult } from './reconciliation-store.ts'

const startOf = (day: string): Temporal.Instant =>
  Temporal.PlainDate.from(day).toZonedDateTime('UTC').toInstant()

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/**
 * Compares the shop's charges, refunds, disputes, fees and payouts of some days with the processor's records: how many, and
 * a sentence for each difference. Throws when the processor does not answer.
 */
export const reconcilePeriod = async (
  services: DisputeServices,
  { from, until }: ReconciliationDays,
): Promise<ReconciliationResult> => {
  const period = {
    from: startOf(from ?? '1970-01-01'),
    to: startOf(until === null ? '9999-12-31' : dayAfter(until)),
  }
  await readBalance(services)
  const { charges, refunds, disagreements } = await reconcile(services, period)
  const balance = await reconcileBalance(services, period, from === null && until === null)
  const disputed = await reconcileDisputes(services, period)
  return {
    charges,
    refunds,
    disputes: disputed.disputes,
    entries: balance.entries,
    payouts: balance.payouts,
    differences: [
      ...disagreements.map(differenceText),
      ...balance.differences,
      ...disputed.disagreements.map(disputeDifferenceText),
    ],
  }
}

/** Stores the result of a comparison that a command made, unless another one runs at this moment. */
export const recordReconciliation = (
  { deps }: DisputeServices,
  days: ReconciliationDays,
  result: ReconciliationResult,
) =>
  inTransaction(deps, async (tx) => {
    const id = await insertReconciliation(tx, days, null)
    if (id !== null) await finishReconciliation(tx, id, result)
  })

const resultOf = async (
  services: DisputeServices,
  { from_day: from, until_day: until }: StoredReconciliation,
) => {
  try {
    return await reconcilePeriod(services, { from, until })
  } catch (err) {
    services.deps.log.error({ err }, 'the records of the processor could not be compared')
    return {
      failure: 'The processor did not answer, or what it answered could not be read. Nothing was compared.',
    }
  }
}

/** The job of a comparison that was asked for; run again it does the same, and one that has ended stays as it is. */
export const runReconciliation = async (services: DisputeServices, id: string): Promise<void> => {
  const requested = await selectReconciliation(services.deps.database, id)
  if (requested === null || requested.finished_at !== null) return
  const result = await resultOf(services, requested)
  await inTransaction(services.deps, (tx) => finishReconciliation(tx, id, result))
}

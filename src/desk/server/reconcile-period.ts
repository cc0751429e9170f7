import { reconcileDisputes } from '#dispute/server/dispute-reconciliations.ts'
import type { DisputeDisagreement } from '#dispute/server/dispute-reconciliations.ts'
import type { DisputeServices } from '#dispute/server/disputes.ts'
import { reconcileBalance } from '#payment/payout/server/balance-reconciliation.ts'
import { readBalance } from '#payment/payout/server/payouts.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import type { Disagreement } from '#payment/server/reconciliations.ts'
import { inTransaction } from '#platform/transaction.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { formatPrice } from '#shared/money.ts'
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

/** A sum in the currency that one of the sides names. */
const shown = (cents: number, ...codes: readonly (string | null | undefined)[]): string => {
  const currency = codes.map((code) => currencyOf(code ?? '')).find((code) => code !== null)
  return currency === undefined ? `${cents} in a currency that is not known` : formatPrice(cents, currency)
}

const stateTexts = { succeeded: 'done', open: 'open', failed: 'failed' } as const

/** One disagreement as one sentence. */
const differenceText = ({ what, key, difference, ours, theirs }: Disagreement): string => {
  const here = shown(ours?.cents ?? 0, ours?.currency, theirs?.currency)
  const there = shown(theirs?.cents ?? 0, theirs?.currency, ours?.currency)
  switch (difference) {
    case 'missing-here':
      return `The processor has a ${what} of ${there} that the shop has no record of: ${key}.`
    case 'missing-there':
      return `The shop has a ${what} of ${here} that the processor has no record of: ${key}.`
    case 'other-amount':
      return `A ${what} is ${here} in the shop and ${there} at the processor: ${key}.`
    case 'other-currency':
      return `A ${what} is in ${ours?.currency ?? ''} in the shop and in ${theirs?.currency ?? ''} at the processor: ${key}.`
    case 'other-state':
      return `A ${what} is ${stateTexts[ours?.state ?? 'failed']} in the shop and ${stateTexts[theirs?.state ?? 'failed']} at the processor: ${key}.`
    default:
      return difference satisfies never
  }
}

/** The same for a dispute. */
const disputeDifferenceText = ({
  processorDispute: id,
  difference,
  ours,
  theirs,
}: DisputeDisagreement): string => {
  const here = shown(ours?.amountCents ?? 0, ours?.currency)
  const there = shown(theirs?.amountCents ?? 0, theirs?.currency)
  switch (difference) {
    case 'missing-here':
      return `The processor has a dispute of ${there} that the shop has no record of: ${id}.`
    case 'missing-there':
      return `The shop has a dispute of ${here} that the processor has no record of: ${id}.`
    case 'other-state':
      return `A dispute is ${ours?.state ?? ''} in the shop and ${theirs?.state ?? ''} at the processor: ${id}.`
    case 'other-sum':
      return `A dispute is about ${here} in the shop and ${there} at the processor: ${id}.`
    case 'other-movements':
      return `A dispute moved other sums in the shop than at the processor: ${id}.`
    default:
      return difference satisfies never
  }
}

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

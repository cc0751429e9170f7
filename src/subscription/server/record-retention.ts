import { recordVariantExposure, variantsOf } from '#experiment/server/experiments.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { retentionExperiment } from '../change/rules/retention.ts'
import { insertOutcome } from './retention-store.ts'

/**
 * What is written with a change that comes from the cancel page: that the member took part in the experiment about
 * offers, and the outcome.
 */
export const noteRetention = async (
  experiments: ExperimentServices,
  accountId: string,
  subscriptionId: string,
  leaving: { readonly outcome: 'left' | 'stayed'; readonly reasonId: string },
): Promise<(tx: Tx, changeId: string) => Promise<void>> => {
  const variant = (await variantsOf(experiments, accountId))[retentionExperiment] ?? ''
  return async (tx, changeId) => {
    await recordVariantExposure(experiments, tx, accountId, retentionExperiment, variant)
    await insertOutcome(tx, { changeId, subscriptionId, accountId, variant, ...leaving })
  }
}

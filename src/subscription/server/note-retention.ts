import { exposeTo, variantsOf } from '#experiment/server/experiments.ts'
import type { ExperimentTools } from '#experiment/server/experiments.ts'
import type { Work } from '#platform/world.ts'
import { retentionExperiment } from '../rules/retention.ts'
import { insertOutcome } from './retention-store.ts'

/**
 * What is written beside a change that comes of a wish to leave: that its member has met the experiment about offers,
 * and what came of it.
 */
export const noteRetention = async (
  experiments: ExperimentTools,
  accountId: string,
  subscriptionId: string,
  leaving: { readonly outcome: 'left' | 'stayed'; readonly reasonId: string },
): Promise<(work: Work, changeId: string) => Promise<void>> => {
  const variant = (await variantsOf(experiments, accountId))[retentionExperiment] ?? ''
  return async (work, changeId) => {
    await exposeTo(work, accountId, retentionExperiment, variant)
    await insertOutcome(work, { changeId, subscriptionId, accountId, variant, ...leaving })
  }
}

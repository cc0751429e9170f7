import type { ExperimentTools } from '#experiment/server/experiments.ts'
import { completeProfile } from '#loyalty/server/points.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import type { ShopJobShapes } from './job-shapes.ts'

/** What follows from what visitors and members say of themselves. */
export const createVisitJobs = (
  tools: ExperimentTools,
): Pick<JobHandlers<ShopJobShapes>, 'loyalty: profile completed'> => ({
  'loyalty: profile completed': ({ accountId }) => completeProfile(tools, accountId),
})

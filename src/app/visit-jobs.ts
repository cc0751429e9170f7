import type { RenewalTools } from '#subscription/server/renew-due.ts'
import type { ExperimentTools } from '#experiment/server/experiments.ts'
import { completeProfile } from '#loyalty/server/points.ts'
import { tellBatch } from '#analytics/server/deliveries.ts'
import type { Destination } from '#analytics/server/destination.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import { createEventJobs } from './event-jobs.ts'
import type { ShopJobShapes } from './job-shapes.ts'

interface VisitTools extends ExperimentTools, RenewalTools {
  readonly destinations: readonly Destination[]
}

/** What follows from what visitors and members say of themselves. */
export const createVisitJobs = (
  tools: VisitTools,
): Pick<
  JobHandlers<ShopJobShapes>,
  'loyalty: profile completed' | 'analytics: tell' | 'analytics: report'
> => ({
  'loyalty: profile completed': ({ accountId }) => completeProfile(tools, accountId),
  ...createEventJobs(tools),
  'analytics: tell': ({ batchId }) => tellBatch(tools, batchId),
})

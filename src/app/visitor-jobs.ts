import type { RenewalTools } from '#subscription/server/renew-due.ts'
import type { ExperimentServices } from '#experiment/server/experiments.ts'
import { completeProfile } from '#loyalty/server/points.ts'
import { deliverBatch } from '#analytics/server/deliveries.ts'
import type { Destination } from '#analytics/server/destination.ts'
import type { JobHandlers } from '#platform/jobs.ts'
import { createEventJobs } from './analytics-jobs.ts'
import type { ShopJobPayloads } from './job-payloads.ts'

interface VisitorJobServices extends ExperimentServices, RenewalTools {
  readonly destinations: readonly Destination[]
}

/** What follows from what visitors and members say of themselves. */
export const createVisitorJobs = (
  services: VisitorJobServices,
): Pick<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: tell' | 'analytics: report'
> => ({
  'loyalty: profile completed': ({ accountId }) => completeProfile(services, accountId),
  ...createEventJobs(services),
  'analytics: tell': ({ batchId }) => deliverBatch(services, batchId),
})

import type { RenewalTools } from '#subscription/renewal/server/renew-due.ts'
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

/** Jobs for what visitors and members send. */
export const createVisitorJobs = (
  services: VisitorJobServices,
): Pick<
  JobHandlers<ShopJobPayloads>,
  'loyalty: profile completed' | 'analytics: deliver' | 'analytics: report'
> => ({
  'loyalty: profile completed': ({ accountId }) => completeProfile(services, accountId),
  ...createEventJobs(services),
  'analytics: deliver': ({ batchId }) => deliverBatch(services, batchId),
})

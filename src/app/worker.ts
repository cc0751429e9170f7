import { startInterval } from '#platform/interval.ts'
import type { Shop } from './shop.ts'

/** The background part of the app: mails as they come, all due work once a second. */
export interface Worker {
  readonly stop: () => Promise<void>
}

export const startWorker = async ({ runDue, jobs, jobHandlers, deps }: Shop): Promise<Worker> => {
  await jobs.startWorker(jobHandlers)
  return startInterval(runDue, { name: 'due work', intervalMs: 1_000, log: deps.log })
}

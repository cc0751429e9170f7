import { startInterval } from '#platform/interval.ts'
import type { Shop } from './shop.ts'

/** The background part of the app: mails as they come, all due work once a second. */
export interface ShopWorker {
  /** Starts nothing more and waits for what runs; what is not done in time, others do. */
  readonly stop: () => Promise<void>
}

export const startWorker = async ({ runDue, jobs, jobHandlers, deps }: Shop): Promise<ShopWorker> => {
  await jobs.startWorker(jobHandlers)
  const interval = startInterval(runDue, { name: 'due work', intervalMs: 1_000, log: deps.log })
  return { stop: async () => void (await Promise.all([interval.stop(), jobs.stopWorker()])) }
}

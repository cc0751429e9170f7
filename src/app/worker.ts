import { startInterval } from '#platform/interval.ts'
import type { Shop } from './shop.ts'

/** The background part of the app: mails as they come, due work by the second. */
export interface ShopWorker {
  /** Starts nothing more and waits for what runs; what is not done in time, others do. */
  readonly stop: () => Promise<void>
}

export const startWorker = async ({
  runDue,
  jobs,
  jobHandlers,
  deps,
  webhooks,
}: Shop): Promise<ShopWorker> => {
  await jobs.startWorker(jobHandlers)
  let second = 0
  const runTurn = async (): Promise<void> => {
    await runDue(second)
    // Not after an outage: what could not run has its turn again.
    second += 1
  }
  const interval = startInterval(runTurn, { name: 'due work', intervalMs: 1_000, log: deps.log })
  // Not a step of the due work: it waits for other machines.
  const sending = startInterval(webhooks.start, { name: 'webhooks', intervalMs: 1_000, log: deps.log })
  const stopSending = async (): Promise<void> => {
    await sending.stop()
    await webhooks.stop()
  }
  return { stop: async () => void (await Promise.all([interval.stop(), stopSending(), jobs.stopWorker()])) }
}

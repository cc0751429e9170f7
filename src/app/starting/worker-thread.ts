import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Log } from '#platform/log.ts'
import type { TaxEvent } from '#pricing/server/taxes.ts'
import type { DueOutcome } from '../metrics.ts'
import type { ShopWorker } from '../worker.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import type { ProcessHome } from '#platform/process-store.ts'
import type { Settings } from '../config.ts'

/** What the thread of the worker is started with. */
export interface WorkerData {
  readonly settings: Settings
  /** The checkout's folder. */
  readonly root: string
  readonly databaseAddress: DatabaseAddress
  readonly secret: string
  readonly home: ProcessHome
  readonly sandboxUrl: string
  readonly carrierUrl: string
  readonly crashAt: string | null
}

/** From the thread to the process. */
export type WorkerMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'due run'; readonly outcome: DueOutcome }
  | { readonly kind: 'tax'; readonly event: TaxEvent }

/** From the process to the thread: finish what runs, and end. */
const stopMessage = 'stop'

const firstPauseMs = 500
const longestPauseMs = 30_000

/** What a thread that works off jobs and due work is run with. */
interface WorkerThreadOptions {
  /** The program of the thread (`entry/worker-thread.ts`). */
  readonly threadFile: URL
  readonly data: WorkerData
  readonly log: Log
  readonly countDue: (outcome: DueOutcome) => void
  readonly countTax: (event: TaxEvent) => void
}

const openThread = (file: URL, workerData: WorkerData): Worker => {
  // What it compiles once and keeps as a cache is 14 MB that nobody reads again.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' }
  return new Worker(file, { workerData, name: 'worker', env })
}

/**
 * Runs the worker in a thread of its own, so that mails and renewals never delay a page. A thread that ends by a fault is
 * logged and started again, after a pause that doubles up to half a minute until one has started.
 */
export const startWorkerThread = (options: WorkerThreadOptions): ShopWorker => {
  const { threadFile, data, log, countDue, countTax } = options
  const stopping = new AbortController()
  let current: Worker | null = null
  let pauseMs = firstPauseMs

  const onMessage = (message: WorkerMessage): void => {
    if (message.kind === 'due run') return countDue(message.outcome)
    if (message.kind === 'tax') return countTax(message.event)
    pauseMs = firstPauseMs
  }

  const runOnce = async (): Promise<void> => {
    const thread = openThread(threadFile, data)
    current = thread
    thread.on('message', onMessage)
    thread.on('error', (thrown) => log.error({ err: thrown }, 'the worker ended by a fault'))
    // Not `once`, which would reject for the fault.
    await new Promise((resolve) => thread.on('exit', resolve))
    current = null
  }

  const runUntilStopped = async (): Promise<void> => {
    for (;;) {
      await runOnce()
      if (stopping.signal.aborted) return
      log.warn({ pauseMs }, 'the worker ended and is started again')
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    }
  }

  const running = runUntilStopped()
  return {
    stop: async () => {
      stopping.abort()
      current?.postMessage(stopMessage)
      await running
    },
  }
}

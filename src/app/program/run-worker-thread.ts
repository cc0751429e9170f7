import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { machineClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { collectStartGarbage } from '#platform/start-garbage.ts'
import { openTelemetry } from '#platform/telemetry.ts'
import { openShop } from '../shop.ts'
import { connectDatabase } from '../starting/shop-database.ts'
import type { WorkerData, WorkerMessage } from '../starting/worker-thread.ts'
import { startWorker } from '../worker.ts'

/** Works off jobs and due work in the thread of a worker, until its process says to stop. */
export const runWorkerThread = async (port: MessagePort, data: WorkerData): Promise<void> => {
  const post = (message: WorkerMessage): void => port.postMessage(message)
  const stop = once(port, 'message')
  const { settings, root, databaseAddress } = data
  const log = createLog(settings.logLevel)
  await using stack = new AsyncDisposableStack()
  const telemetry = await openTelemetry(settings.hasTelemetry)
  stack.defer(telemetry.stop)
  const observers = { log, telemetry }
  const database = await connectDatabase(
    databaseAddress,
    { root, ...observers, isMigrated: false },
    settings.database,
  )
  stack.defer(database.close)
  const shop = await openShop({
    ...data,
    database,
    ...observers,
    machineClock,
    hasOwnMetrics: false,
    countDue: (outcome) => post({ kind: 'due run', outcome }),
    countTax: (event) => post({ kind: 'tax', event }),
  })
  stack.defer(shop.close)
  const worker = await startWorker(shop)
  stack.defer(worker.stop)
  post({ kind: 'started' })
  collectStartGarbage()
  await stop
}

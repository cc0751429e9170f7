import './own-brand.ts'
import { parentPort, workerData } from 'node:worker_threads'

if (parentPort === null) throw new Error('this file is the thread of a worker')

// Loaded by a call, as in `program.ts`.
const { runWorkerThread } = await import('../program/run-worker-thread.ts')
await runWorkerThread(parentPort, workerData)
// Nothing else keeps the thread, but a connection that closes slowly would.
process.exit(0)

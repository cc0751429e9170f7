import type { FastifyInstance } from 'fastify'
import type { PageSource } from '../web/rendering/built-pages.ts'
import { closeServer } from '../web/http/health.ts'
import { createServer, createWorkerServer } from './server.ts'
import type { Settings } from './config.ts'
import type { Shop } from './shop.ts'
import { startWorker } from './worker.ts'
import type { ShopWorker } from './worker.ts'

/** A process at work. */
export interface AtWork {
  /** Does not listen yet. */
  readonly server: FastifyInstance
  /** Null in a process that only answers visitors. */
  readonly worker: ShopWorker | null
  /** Accepts nothing more and finishes what runs: both at once, for a running request does not wait for the last mail. */
  readonly stop: () => Promise<void>
}

/**
 * Starts what a role does: `web` answers visitors and runs neither due work nor jobs, `worker` runs both and answers only
 * `/livez`, `/readyz` and `/metrics`, `all` does everything. The pages are those of the build by default.
 */
export const startRole = async (
  role: Settings['role'],
  shop: Shop,
  pageSource?: PageSource,
): Promise<AtWork> => {
  const worker = role === 'web' ? null : await startWorker(shop)
  const server = role === 'worker' ? createWorkerServer(shop) : await createServer(shop, pageSource)
  const stop = async (): Promise<void> => {
    await Promise.all([closeServer(server, shop.draining), worker?.stop()])
  }
  return { server, worker, stop }
}

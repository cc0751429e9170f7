import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'

/** Whether this process is about to end: it still answers, but balancers and browsers are to go to another one. */
export interface Draining {
  readonly isOn: () => boolean
  /** Has `/readyz` answer 503, and every answer close its connection. */
  readonly start: () => void
}

export const createDraining = (): Draining => {
  let isOn = false
  return {
    isOn: () => isOn,
    start: () => {
      isOn = true
    },
  }
}

/** `/livez`: the process answers. `/readyz`: it can also reach its database, and is not about to end. */
export const registerHealth = (
  app: FastifyInstance,
  { deps, draining }: { readonly deps: Pick<AppDeps, 'database' | 'log'>; readonly draining: Draining },
): void => {
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.isOn()) return reply.status(503).send({ status: 'draining' })
    try {
      await sql`select 1`.execute(deps.database)
      return { status: 'ok' }
    } catch (thrown) {
      deps.log.warn({ err: thrown }, 'not ready: the database does not answer')
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}

/** An answer to a request that came before the process began to drain closes its connection too. */
export const closeConnectionsWhile = (draining: Draining, app: FastifyInstance): void => {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (draining.isOn() && raw.httpVersionMajor < 2) reply.header('connection', 'close')
    done()
  })
}

/** How long running requests may take once no new ones are accepted; a purchase waits for its charge. */
const longestRequestMs = 20_000

/** Accepts no more requests, waits for the running ones, and cuts those that take too long. */
export const closeServer = async (app: FastifyInstance, draining: Draining): Promise<void> => {
  draining.start()
  const cut = setTimeout(() => app.server.closeAllConnections(), longestRequestMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}

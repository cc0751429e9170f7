import type { FastifyInstance } from 'fastify'

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

/** An answer to a request that came before the process began to drain closes its connection too. */
export const closeConnectionsWhile = (draining: Draining, app: FastifyInstance): void => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.isOn()) reply.header('connection', 'close')
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

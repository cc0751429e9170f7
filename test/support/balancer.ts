import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { sleep } from '#platform/clock.ts'

interface Backend {
  readonly url: string
  readonly agent: Agent
  isReady: boolean
}

/** Passes a request on once, over a connection that is kept; a failure is the visitor's. */
const pass = (backend: Backend, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { method, url, headers } = incoming
  const { connection: _, ...passed } = headers
  const passedOn = request(
    new URL(url ?? '/', backend.url),
    { method, headers: passed, agent: backend.agent },
    (answer) => {
      const { connection: _, ...received } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, received)
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    },
  )
  passedOn.on('error', (thrown) => outgoing.writeHead(502).end(`the shop did not answer: ${thrown.message}`))
  incoming.pipe(passedOn)
}

const isReady = async (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

/**
 * What stands in front of several processes of a shop: it sends requests in turn to those whose `/readyz` answers 200,
 * as it sees them by asking again and again, and repeats none.
 */
export const startBalancer = async (port: number, urls: readonly string[]) => {
  const backends = urls.map((url): Backend => ({
    url,
    agent: new Agent({ keepAlive: true }),
    isReady: false,
  }))
  let next = 0
  // The shop's answers, passed on as they are, promise their visitors 72 seconds of a connection.
  const server = createServer({ keepAliveTimeout: 80_000 }, (incoming, outgoing) => {
    const ready = backends.filter((backend) => backend.isReady)
    const backend = ready[(next += 1) % ready.length]
    if (backend === undefined) outgoing.writeHead(503).end('no process is ready')
    else pass(backend, incoming, outgoing)
  })
  const end = new AbortController()
  const look = async (backend: Backend): Promise<void> => {
    while (!end.signal.aborted) {
      backend.isReady = await isReady(backend.url)
      await sleep(10)
    }
  }
  const looking = Promise.all(backends.map(look))
  server.listen({ host: '127.0.0.1', port })
  await once(server, 'listening')
  return {
    /** Resolves when it sees the process in this state. */
    untilSeen: async (url: string, ready: boolean): Promise<void> => {
      while (backends.find((backend) => backend.url === url)?.isReady !== ready) await sleep(5)
    },
    stop: async (): Promise<void> => {
      end.abort()
      await looking
      for (const { agent } of backends) agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

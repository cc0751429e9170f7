import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { matchPath, sendJson, type Exchange, type Route } from './exchange.ts'
import { Refusal } from './refusal.ts'

/** A sandbox without a network: what answers requests, and its deliveries. */
export interface OpenSandbox {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Sends the webhooks that are due; resolves when that is done. */
  readonly deliver: () => Promise<void>
  readonly close: () => void
}

/** A sandbox that listens. */
export interface Sandbox {
  readonly port: number
  /** Where browsers reach it. */
  readonly url: string
  /** Sends the webhooks that are due; resolves when that is done. */
  readonly deliver: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** What a sandbox has to say about its requests. */
interface Answers {
  /** As its log names it. */
  readonly name: string
  readonly routes: readonly Route[]
  /** A refused request of a browser, as a page. */
  readonly refusedPage: (exchange: Exchange, status: number, sentence: string) => void
}

const answerRefused = ({ name, refusedPage }: Answers, exchange: Exchange, thrown: unknown): void => {
  if (exchange.response.headersSent || exchange.response.destroyed) return
  const refusal = thrown instanceof Refusal ? thrown : new Refusal(500, 'internal', 'The sandbox failed.')
  if (!(thrown instanceof Refusal)) process.stderr.write(`${name}: ${String(thrown)}\n`)
  const wantsPage = (exchange.request.headers.accept ?? '').includes('text/html')
  if (wantsPage) return refusedPage(exchange, refusal.status, refusal.message)
  sendJson(exchange, refusal.status, { error: { code: refusal.code, message: refusal.message } })
}

const answer = async (routes: readonly Route[], exchange: Exchange): Promise<void> => {
  const { pathname } = exchange.url
  const here = routes.flatMap((route) => {
    const parts = matchPath(route.path, pathname)
    return parts ? [{ route, parts }] : []
  })
  const found = here.find(({ route }) => route.method === exchange.request.method)
  if (found) return found.route.answer({ ...exchange, parts: found.parts })
  if (here.length > 0) throw new Refusal(405, 'method_unknown', 'This address does not take this method.')
  throw new Refusal(404, 'address_unknown', 'There is nothing at this address.')
}

/** Answers requests by the routes; what is refused as JSON, or as a page where a browser asks. */
export const requestListener =
  (answers: Answers): OpenSandbox['answer'] =>
  (request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://sandbox')
    if (!url) {
      response.writeHead(400).end()
      return
    }
    const exchange: Exchange = { request, response, url, parts: [] }
    answer(answers.routes, exchange).catch((thrown: unknown) => answerRefused(answers, exchange, thrown))
  }

interface ListenSettings {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Where browsers reach it; null for localhost and the port it got. */
  readonly publicUrl: string | null
}

const listen = (server: Server, { host, port }: ListenSettings): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/** Opens a sandbox, which reads its own URL when it needs it, and listens; webhooks left over go out at once. */
export const startServer = async (
  settings: ListenSettings,
  open: (publicUrl: () => string) => OpenSandbox,
): Promise<Sandbox> => {
  let url = settings.publicUrl ?? ''
  const { answer: answerAll, deliver, close } = open(() => url)
  // As long as the shop: a client that was busy for a moment reuses a connection that still stands.
  const server = createServer({ keepAliveTimeout: 72_000 }, answerAll)
  const port = await listen(server, settings)
  url ||= `http://localhost:${port}`
  void deliver()
  return {
    port,
    url,
    deliver,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      close()
    },
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { apiRoutes, type ApiTools } from './api.ts'
import { createChargeRecords } from './charge-records.ts'
import { createDeliveryRecords } from './delivery-records.ts'
import { createDeliveries, type SendWebhook } from './deliveries.ts'
import { createClosedKeys, createRefundRecords } from './key-records.ts'
import { matchPath, sendJson, type Exchange, type Route } from './exchange.ts'
import type { Machine } from './machine.ts'
import { pageRoutes, sendRefusedPage } from './pages.ts'
import { Refusal } from './refusal.ts'
import type { SandboxSettings } from './settings.ts'
import { createWriter, openDatabase } from './sqlite.ts'
import { createWalletRecords } from './wallet-records.ts'

export interface Sandbox {
  readonly port: number
  readonly url: string
  readonly stop: () => Promise<void>
}

const answerRefused = (tools: ApiTools, exchange: Exchange, thrown: unknown): void => {
  if (exchange.response.headersSent || exchange.response.destroyed) return
  const refusal = thrown instanceof Refusal ? thrown : new Refusal(500, 'internal', 'The sandbox failed.')
  if (!(thrown instanceof Refusal)) process.stderr.write(`sandbox processor: ${String(thrown)}\n`)
  const wantsPage = (exchange.request.headers.accept ?? '').includes('text/html')
  if (wantsPage) return sendRefusedPage(tools, exchange, refusal.status, refusal.message)
  sendJson(exchange, refusal.status, { error: { code: refusal.code, message: refusal.message } })
}

const answer = async (tools: ApiTools, routes: readonly Route[], exchange: Exchange): Promise<void> => {
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

const listener =
  (tools: ApiTools, routes: readonly Route[]) => (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? '/', 'http://sandbox')
    if (!url) {
      response.writeHead(400).end()
      return
    }
    const exchange: Exchange = { request, response, url, parts: [] }
    answer(tools, routes, exchange).catch((thrown: unknown) => answerRefused(tools, exchange, thrown))
  }

const listen = (server: Server, settings: SandboxSettings): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : settings.port)
    })
  })

/** The processor without a network: what answers requests, and its deliveries. */
export interface OpenProcessor {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Sends the webhooks that are due. */
  readonly deliver: () => void
  readonly close: () => void
}

/** Opens the data file. `publicUrl` is read when a page's URL is needed. */
export const openProcessor = (
  settings: SandboxSettings,
  machine: Machine,
  send: SendWebhook | null,
  publicUrl: () => string,
): OpenProcessor => {
  const database = openDatabase(settings.dataFile, 'full')
  const notes = openDatabase(settings.dataFile, 'normal')
  const { webhookSecret } = settings
  const tools: ApiTools = {
    settings,
    machine,
    publicUrl,
    write: createWriter(database),
    deliveries: createDeliveries({
      records: createDeliveryRecords(database, notes),
      machine,
      webhookSecret,
      send,
    }),
    records: createChargeRecords(database),
    closedKeys: createClosedKeys(database),
    refunds: createRefundRecords(database),
    wallet: createWalletRecords(database),
  }
  const close = (): void => {
    tools.deliveries.stop()
    notes.close()
    database.close()
  }
  const answerAll = listener(tools, [...apiRoutes(tools), ...pageRoutes(tools)])
  return { answer: answerAll, deliver: tools.deliveries.kick, close }
}

/** Opens the data file and listens; webhooks left over from before go out at once. */
export const startSandbox = async (
  settings: SandboxSettings,
  machine: Machine,
  sendWebhook: SendWebhook | null,
): Promise<Sandbox> => {
  let url = settings.publicUrl ?? ''
  const { answer: answerAll, deliver, close } = openProcessor(settings, machine, sendWebhook, () => url)
  const server = createServer(answerAll)
  const port = await listen(server, settings)
  url ||= `http://localhost:${port}`
  deliver()
  return {
    port,
    url,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      close()
    },
  }
}

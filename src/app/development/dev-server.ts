import '../entry/own-brand.ts'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { createHttpServer } from '../../web/http/http-server.ts'
import type { Resources } from '../starting/start-app.ts'
import { stopRequested } from '../starting/stop-requested.ts'
import type * as DevShop from './dev-shop.ts'
import { createReloadingShop } from './reloading-shop.ts'
import type { OpenedShop } from './reloading-shop.ts'
import { openSources } from './sources.ts'
import type { Change, Sources } from './sources.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const describe = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)

/** The page in place of all others while a source has an error. It is loaded again at the next change. */
const failurePage = (thrown: unknown): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>The sources have an error</title>
<h1>The sources have an error</h1>
<pre>${escape(describe(thrown))}</pre>
<script type="module" src="/src/app/development/refresh-page.ts"></script>
</html>
`

const failureHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

/**
 * `npm run dev`: Vite runs shop and pages from their sources in this process (decision 063). The data folder, the database
 * server, the sandbox processor and the port stay while shops come and go.
 */
const root = join(import.meta.dirname, '../../..')
const shopFile = join(import.meta.dirname, 'dev-shop.ts')
const pagesModule = 'virtual:react-router/server-build'

const print = (message: string): void => void process.stdout.write(`${message}\n`)

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const printError = (thrown: unknown): void => print(asError(thrown).stack ?? asError(thrown).message)

/** Addresses that pages ask Vite for; the shop has none that begin like them. */
const isForVite = ({ url = '' }: IncomingMessage): boolean => /^\/(@|src\/|node_modules\/)/.test(url)

const sendFailure = (response: ServerResponse, thrown: unknown): void =>
  void response.writeHead(500, failureHeaders).end(failurePage(thrown))

const openShop = async (sources: Sources, resources: Resources): Promise<OpenedShop> => {
  const { openDevShop } = await sources.run<typeof DevShop>(shopFile)
  const pageSources = {
    load: () => sources.run<unknown>(pagesModule),
    failurePage: (thrown: unknown) => {
      printError(thrown)
      return new Response(failurePage(thrown), { status: 500, headers: failureHeaders })
    },
  }
  await using stack = new AsyncDisposableStack()
  const app = await openDevShop(process.env, resources, pageSources, stack)
  const opened = stack.move()
  return {
    answer: (request, response) => void app.server.emit('request', request, response),
    close: () => opened.disposeAsync(),
  }
}

/** The server of the port, before there is anything to answer with. */
const createPort = () => {
  let answer = (_request: IncomingMessage, response: ServerResponse): void => void response.destroy()
  const timeouts = { requestMs: 30_000, keepAliveMs: 72_000 }
  const http: Server = createHttpServer(timeouts).serverFactory((request, response) =>
    answer(request, response),
  )
  return { http, answerWith: (other: typeof answer): void => void (answer = other) }
}

const hostsOf = ({ PUBLIC_URL = '', HOST = '' }: NodeJS.ProcessEnv): string[] =>
  [URL.canParse(PUBLIC_URL) ? new URL(PUBLIC_URL).hostname : '', HOST].filter((name) => name !== '')

/** Starts everything and returns when the port is open. Throws what keeps the first shop's resources from opening. */
const start = async (stack: AsyncDisposableStack): Promise<void> => {
  const { http, answerWith } = createPort()
  let onChange: (change: Change) => void = () => undefined
  const hosts = hostsOf(process.env)
  const sources = await openSources({ root, shopFile, http, hosts, onChange: (change) => onChange(change) })
  stack.defer(sources.close)
  const { openDevResources, greeting } = await sources.run<typeof DevShop>(shopFile)
  const resources = await openDevResources(process.env, root, stack)
  const showFailure = (thrown: unknown): void => {
    printError(thrown)
    sources.showError(asError(thrown))
  }
  const shop = createReloadingShop(() => openShop(sources, resources), showFailure)
  stack.defer(shop.close)
  onChange = (change) => void reload(change)
  const reload = async ({ file, concernsShop, concernsRoutes, isOfSandbox }: Change): Promise<void> => {
    if (concernsRoutes) await sources.readRoutes()
    if (isOfSandbox) print('The sandboxes take the change at the next `npm run dev`.')
    const opensShop = concernsShop || (await shop.hasFailed())
    if (opensShop && !(await shop.reload())) return
    if (opensShop) print(`The shop was opened again, because ${relative(root, file)} changed.`)
    // Browsers load no component: only the server finds what is wrong with one.
    await sources.run(pagesModule).then(sources.tellBrowsers, showFailure)
  }
  answerWith((request, response) => {
    if (isForVite(request)) sources.serve(request, response, () => void response.writeHead(404).end())
    else void shop.answer(request, response, (thrown) => sendFailure(response, thrown))
  })
  process.on('uncaughtException', showFailure)
  // The first page is quick then. An error in one is shown to those who open it.
  await Promise.allSettled([shop.hasFailed(), sources.run(pagesModule)])
  stack.defer(() => http.closeAllConnections())
  await once(http.listen({ host: resources.settings.host, port: resources.settings.port }), 'listening')
  print(greeting(resources.settings, `${resources.settings.publicUrl}/desk`))
}

const stop = stopRequested(0)
const stack = new AsyncDisposableStack()
try {
  await start(stack)
  await stop
} catch (thrown) {
  const isExpected = thrown instanceof Error && thrown.name === 'StartFailure'
  if (isExpected) print(thrown.message)
  else printError(thrown)
  process.exitCode = 1
}
await stack.disposeAsync()
process.exit()

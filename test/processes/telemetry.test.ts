import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buyAsGuest, cardToken } from '../../bench/buyer.ts'
import { startCommand } from '../../bench/start-command.ts'
import { freePort } from '../support/children.ts'
import { copyPreparedShop } from '../support/prepared-shop.ts'

const root = join(import.meta.dirname, '../..')
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(Attribute).default([]),
})
type Span = z.output<typeof Span>
const Traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.object({ name: z.string() })) })) }),
  ),
})

/** A receiver of OTLP over HTTP, as JSON. */
const openReceiver = async () => {
  const spans: Span[] = []
  const metrics = new Set<string>()
  let bytes = ''
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bytes += body
      const parsed: unknown = JSON.parse(body)
      if (request.url === '/v1/traces')
        spans.push(
          ...Traces.parse(parsed).resourceSpans.flatMap(({ scopeSpans }) =>
            scopeSpans.flatMap((scope) => scope.spans),
          ),
        )
      if (request.url === '/v1/metrics')
        for (const { scopeMetrics } of Metrics.parse(parsed).resourceMetrics)
          for (const { name } of scopeMetrics.flatMap((scope) => scope.metrics)) metrics.add(name)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, spans, metrics, bytes: () => bytes }
}

/** Says on standard error when a module of OpenTelemetry is looked for, in this thread or in another. */
const watchImports = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => {
  if (name.startsWith('@opentelemetry/')) process.stderr.write('imports ' + name + '\\n')
  return next(name, context)
} })`

/** A shop as `npm start` runs it, its worker in a thread of its own. */
const startShop = async (environment: Readonly<Record<string, string>>) => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-telemetry-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // The user of the database has to be able to enter the folder.
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  await copyPreparedShop(data)
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const { environment: own, flags, program } = await startCommand()
  const { DATABASE_URL: _, ...rest } = process.env
  const watch = `--import=data:text/javascript,${encodeURIComponent(watchImports)}`
  const child = spawn(process.execPath, [watch, ...flags, program], {
    cwd: root,
    env: {
      ...rest,
      ...own,
      DATA_DIR: data,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CARRIER: 'manual',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const output = { all: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void (output.all += part.toString()))
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    await ended
  }
  stack.defer(stop)
  const url = `http://localhost:${port}`
  const isReady = (): Promise<number> =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  const over = ended.then(() => {
    throw new Error(`the shop ended: ${output.all}`)
  })
  over.catch(() => undefined)
  await Promise.race([expect.poll(isReady).toBe(200), over])
  return { url, sandboxUrl: `http://localhost:${sandboxPort}`, output, stop }
}

const parentsOf = (span: Span, spans: readonly Span[]): string[] => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? [span.name] : [span.name, ...parentsOf(parent, spans)]
}

/** Ends what hangs. */
const patience = { timeout: 300_000, interval: 50 }

const email = 'ada.of.the.trace@example.com'

test('one trace covers the request, its statements, the processor, the job and its mail', async () => {
  const receiver = await openReceiver()
  const shop = await startShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
    OTEL_METRIC_EXPORT_TIMEOUT: '900',
  })
  const token = await cardToken(shop.sandboxUrl)
  await buyAsGuest(shop.url, { email, token, plans: ['syn-wk'] })
  const find = (isIt: (span: Span) => boolean) => async (): Promise<Span> => {
    const found = receiver.spans.find(isIt)
    if (!found) throw new Error('not there yet')
    return found
  }
  const isRequested = ({ traceId }: Span): boolean =>
    receiver.spans.some((span) => span.traceId === traceId && span.name.startsWith('POST /'))
  const mail = await vi.waitFor(
    find((span) => span.name === 'send mail' && isRequested(span)),
    patience,
  )
  const purchase = await vi.waitFor(
    find(({ name, traceId }) => traceId === mail.traceId && name.startsWith('POST /')),
    patience,
  )
  expect(purchase.name).toMatch(/^POST \/.*purchase/)
  expect(purchase.parentSpanId ?? '').toBe('')
  // A parent span ends after its child, and may arrive in a later batch.
  const chains = (): string[][] => {
    const now = receiver.spans.filter(({ traceId }) => traceId === mail.traceId)
    return now.map((span) => parentsOf(span, now))
  }
  const processor: unknown = expect.stringMatching(/^POST (localhost|127\.0\.0\.1)$/)
  const job: unknown = expect.stringMatching(/^job mail: /)
  for (const chain of [
    ['insert charge', purchase.name],
    ['commit', purchase.name],
    [processor, purchase.name],
    ['send mail', job, purchase.name],
  ])
    await expect.poll(chains).toContainEqual(chain)
  await expect.poll(() => [...receiver.metrics].toSorted()).toContain('http.server.request.duration')
  for (const name of ['loam_jobs', 'loam_due_total', 'loam_database_connections', 'loam_cached_pages_total'])
    expect([...receiver.metrics]).toContain(name)
  await shop.stop()
  for (const personal of [email, token, 'ada.of', '4242424242424242', 'Ada'])
    expect(receiver.bytes()).not.toContain(personal)
  // Ids and durations may hold the digits, by chance.
  expect(receiver.bytes()).not.toMatch(/"stringValue":"[^"]*\b4242\b/)
  expect(shop.output.all).toContain('imports @opentelemetry/sdk-node')
})

test('without a trace receiver no OpenTelemetry code is loaded', async () => {
  const shop = await startShop({})
  const token = await cardToken(shop.sandboxUrl)
  await buyAsGuest(shop.url, { email, token, plans: ['syn-wk'] })
  await shop.stop()
  // The metrics load its interface, which does nothing by itself.
  expect(shop.output.all.replaceAll('imports @opentelemetry/api\n', '')).not.toContain('@opentelemetry')
})

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { MetricName } from '#analytics/rules/metrics.ts'
import type { Log } from '#platform/log.ts'
import type { TaxEvent } from '#pricing/server/taxes.ts'
import { ShopError } from '#shared/errors.ts'
import { dueStepNames } from './due-work.ts'
import type { DueReport } from './due-steps.ts'
import type { Shop } from './shop.ts'
import { measureService } from './service-metrics.ts'
import { isLocal, isLocalOnly } from '../web/http/network.ts'
import type { RequestNotes } from '../web/http/request-notes.ts'

/** How a run of the due work ended; `'database'`: it could not be reached. */
export type DueOutcome = DueReport | 'database'

/** Counts the runs of the due work. */
interface DueMeter {
  readonly count: (outcome: DueOutcome) => void
}

/** The metrics of this process, in Prometheus' text format. */
export interface Metrics {
  readonly registry: Registry
  readonly due: DueMeter
  readonly tax: TaxMeter
  /** Counts a page or a call that was answered from memory, before anything else could count it. */
  readonly countCachedPage: () => void
  readonly browser: BrowserMeter
}

/** Counts what the queues of browsers report. */
interface BrowserMeter {
  readonly count: (metric: MetricName, value: number) => void
}

/** Counts questions to the tax service. */
interface TaxMeter {
  readonly count: (event: TaxEvent) => void
}

const createTaxMeter = (registry: Registry): TaxMeter => {
  const registers = [registry]
  const requests = new Counter({
    name: 'loam_tax_requests_total',
    help: 'Questions of this process to the tax service: answered, away (no answer in time), or refused.',
    labelNames: ['outcome'],
    registers,
  })
  const fallbacks = new Counter({
    name: 'loam_tax_fallbacks_total',
    help: 'Times that the last known rate of a place, or that of the data file, counted instead of an answer.',
    labelNames: ['from'],
    registers,
  })
  for (const outcome of ['answered', 'away', 'refused']) requests.inc({ outcome }, 0)
  for (const from of ['last-known', 'file']) fallbacks.inc({ from }, 0)
  return {
    count: (event) =>
      event.kind === 'asked' ? requests.inc({ outcome: event.outcome }) : fallbacks.inc({ from: event.from }),
  }
}

const createBrowserMeter = (registry: Registry): BrowserMeter => {
  const events = new Counter({
    name: 'loam_browser_events_total',
    help: 'Events that browsers queued, sent, sent again or had to drop, as their queues count them.',
    labelNames: ['what'],
    registers: [registry],
  })
  return { count: (metric, value) => events.inc({ what: metric }, value) }
}

const createDueMeter = (registry: Registry): DueMeter => {
  const registers = [registry]
  const completed = new Counter({
    name: 'loam_due_total',
    help: 'Completed due work of this process, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const failures = new Counter({
    name: 'loam_due_failures_total',
    help: 'Steps of the due work that ended with a fault, by step; `database` when it could not be reached.',
    labelNames: ['step'],
    registers,
  })
  for (const kind of ['renewal charged', 'renewal declined', 'order shipped']) completed.inc({ kind }, 0)
  for (const step of [...dueStepNames, 'database']) failures.inc({ step }, 0)
  return {
    count: (outcome) => {
      if (outcome === 'database') return failures.inc({ step: 'database' })
      completed.inc({ kind: 'renewal charged' }, outcome.renewals)
      completed.inc({ kind: 'renewal declined' }, outcome.declined)
      completed.inc({ kind: 'order shipped' }, outcome.shipped)
      for (const step of outcome.failed) failures.inc({ step })
    },
  }
}

/** Memory, garbage collection and delays of this thread, which wakes up for them. */
const measureThread = (registry: Registry): void => {
  // A timer of each thread fires so often (milliseconds); at 10, the default, it is a fifth of what an idle shop does.
  collectDefaultMetrics({ register: registry, prefix: 'loam_', eventLoopMonitoringPrecision: 500 })
  // Gauges with the name of a counter, and in others by kind.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`loam_nodejs_active_${what}_total`)
}

/**
 * A separate registry for each app, so that two apps in one process count separately. A thread whose registry nobody reads
 * (`isRead` false) does not measure itself.
 */
export const createMetrics = (isRead = true): Metrics => {
  const registry = new Registry()
  if (isRead) measureThread(registry)
  // Counted in a number: each of these answers waits for it.
  let cachedPages = 0
  const counted = new Counter({
    name: 'loam_cached_pages_total',
    help: 'Visitor pages and calls answered from memory; they are not among the requests.',
    registers: [registry],
    collect: () => {
      counted.inc(cachedPages)
      cachedPages = 0
    },
  })
  return {
    registry,
    due: createDueMeter(registry),
    tax: createTaxMeter(registry),
    countCachedPage: () => {
      cachedPages += 1
    },
    browser: createBrowserMeter(registry),
  }
}

const measureRequests = (app: FastifyInstance, registry: Registry, { routeOf }: RequestNotes): void => {
  const seconds = new Histogram({
    name: 'loam_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, so that ids make no series of their own.
    const { method } = request.routeOptions
    const labels = {
      method: typeof method === 'string' ? method : request.method,
      route: routeOf(request),
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    seconds.observe(labels, reply.elapsedTime / 1_000)
    done()
  })
}

const measureConnections = (registry: Registry, { connections }: Pick<Shop, 'connections'>): void => {
  const held = new Gauge({
    name: 'loam_database_connections',
    help: 'Connections of this process to the database, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { open, idle, waiting } = connections()
      held.set({ state: 'busy' }, open - idle)
      held.set({ state: 'idle' }, idle)
      held.set({ state: 'waiting' }, waiting)
    },
  })
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * With a token anybody who has it may read; without one only a local shop shows its metrics, and only locally
 * (`isHere`).
 */
export const mayReadMetrics = (
  authorization: string | undefined,
  token: string | null,
  publicUrl: string,
  isHere: boolean,
): boolean =>
  token === null ? isHere && isLocalOnly(publicUrl) : isSame(authorization ?? '', `Bearer ${token}`)

/** `GET /metrics`: requests, jobs, connections, due work, process. NOT_FOUND for those who may not look. */
export const registerMetrics = (app: FastifyInstance, shop: Shop, notes: RequestNotes): void => {
  const { registry } = shop.metrics
  measureRequests(app, registry, notes)
  measureConnections(registry, shop)
  measureService(registry, shop)
  app.get('/metrics', async (request, reply) => {
    const { settings, deps } = shop
    const isHere = settings.devToolsOpen || isLocal(request)
    if (!mayReadMetrics(request.headers.authorization, settings.metricsToken, deps.publicUrl, isHere)) {
      if (request.headers.authorization !== undefined)
        deps.log.warn({ requestId: request.id, security: 'forged token' }, 'a token for figures was refused')
      throw new ShopError('NOT_FOUND')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Counts the lines about refused attacks; the lines are written as before. */
export const withSecurityCount = (log: Log, registry: Registry): Log => {
  const refusals = new Counter({
    name: 'loam_security_refusals_total',
    help: 'Log lines of this process with the field `security`, by what was refused.',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of ['webhook', 'forged token', 'forged session', 'wrong password or email'])
    refusals.inc({ kind }, 0)
  // Each by its own call: what makes log lines keeps its state beside its methods.
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    error: (fields, message) => log.error(fields, message),
    warn: (fields, message) => {
      const { security } = fields
      if (typeof security === 'string') refusals.inc({ kind: security })
      log.warn(fields, message)
    },
  }
}

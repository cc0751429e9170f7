import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { openDeliveries } from '#analytics/server/deliveries.ts'
import type { MetricName } from '#analytics/rules/metrics.ts'
import { couponReviews } from '#coupon/server/coupons.ts'
import { openDisputes } from '#dispute/server/disputes.ts'
import { openOtherSums } from '#payment/charge/server/charge-entries.ts'
import { needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import { referralReviews } from '#loyalty/server/referral-reviews.ts'
import { refusedRefunds } from '#payment/refund/server/refunds.ts'
import { ShopError } from '#shared/errors.ts'
import { parkedCount } from '#subscription/renewal/server/parked.ts'
import { dueStepNames } from './due-work.ts'
import type { DueReport } from './due-steps.ts'
import type { Shop } from './shop.ts'
import { measureService } from './service-metrics.ts'
import { createTaxMeter, measureTaxRecords } from './tax-metrics.ts'
import type { TaxMeter } from './tax-metrics.ts'
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
  /** Counts a page that was answered from memory, before anything else could count it. */
  readonly countCachedPage: () => void
  readonly browser: BrowserMeter
}

/** Counts what the queues of browsers report. */
interface BrowserMeter {
  readonly count: (metric: MetricName, value: number) => void
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

/** A separate registry for each app, so that two apps in one process count separately. */
export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'loam_' })
  // Gauges with the name of a counter, and in others by kind.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`loam_nodejs_active_${what}_total`)
  const cachedPages = new Counter({
    name: 'loam_cached_pages_total',
    help: 'Visitor pages answered from memory; they are not among the requests.',
    registers: [registry],
  })
  return {
    registry,
    due: createDueMeter(registry),
    tax: createTaxMeter(registry),
    countCachedPage: () => cachedPages.inc(),
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

const measureQueues = (registry: Registry, { jobs }: Pick<Shop, 'jobs'>): void => {
  const waiting = new Gauge({
    name: 'loam_jobs',
    help: 'Jobs in the database by state, for all processes; `dead` were given up and need an operator.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      for (const [state, count] of Object.entries(await jobs.counts())) waiting.set({ state }, count)
    },
  })
}

const measureDeliveries = (
  registry: Registry,
  { deps, destinations }: Pick<Shop, 'deps' | 'destinations'>,
): void => {
  const open = new Gauge({
    name: 'loam_deliveries',
    help: 'Events that are not delivered to their destination yet, or failed for good, for all processes.',
    labelNames: ['destination', 'state'],
    registers: [registry],
    collect: async () => {
      open.reset()
      for (const { name } of destinations)
        for (const state of ['waiting', 'failed']) open.set({ destination: name, state }, 0)
      for (const { destination, state, count } of await openDeliveries(deps.database))
        open.set({ destination, state }, count)
    },
  })
}

const measureRefunds = (registry: Registry, { deps }: Pick<Shop, 'deps'>): void => {
  const refused = new Gauge({
    name: 'loam_refunds_refused',
    help: 'Refunds that the card processor refused for good and that need an operator.',
    registers: [registry],
    collect: async () => {
      refused.set((await refusedRefunds(deps.database)).length)
    },
  })
}

const measureOtherSums = (registry: Registry, { deps }: Pick<Shop, 'deps'>): void => {
  const open = new Gauge({
    name: 'loam_other_sum_charges',
    help: 'Charges of which the processor took another sum or currency than was asked for, until that was refunded there.',
    registers: [registry],
    collect: async () => {
      open.set((await openOtherSums(deps.database)).length)
    },
  })
}

const measureDisputes = (registry: Registry, { deps }: Pick<Shop, 'deps'>): void => {
  const open = new Gauge({
    name: 'loam_disputes_open',
    help: 'Disputes and inquiries that are not decided; `unanswered` wait for the evidence of the shop.',
    labelNames: ['state'],
    registers: [registry],
    collect: async () => {
      const disputes = await openDisputes(deps.database)
      const unanswered = disputes.filter(({ state }) => needsEvidence(state)).length
      open.set({ state: 'unanswered' }, unanswered)
      open.set({ state: 'answered' }, disputes.length - unanswered)
    },
  })
}

const measureParked = (registry: Registry, { deps }: Pick<Shop, 'deps'>): void => {
  const parked = new Gauge({
    name: 'loam_renewals_parked',
    help: 'Subscriptions that failed and are excluded from renewals until an operator retries them or they change.',
    registers: [registry],
    collect: async () => {
      parked.set(await parkedCount(deps.database))
    },
  })
}

const measureReviews = (registry: Registry, { deps }: Pick<Shop, 'deps'>): void => {
  const open = new Gauge({
    name: 'loam_reviews_open',
    help: 'Coupon uses and referrals that may be of one person and need a review (`reviews`).',
    labelNames: ['kind'],
    registers: [registry],
    collect: async () => {
      open.set({ kind: 'coupon' }, (await couponReviews(deps.database)).length)
      open.set({ kind: 'referral' }, (await referralReviews(deps.database)).length)
    },
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
  measureQueues(registry, shop)
  measureDeliveries(registry, shop)
  measureConnections(registry, shop)
  measureRefunds(registry, shop)
  measureOtherSums(registry, shop)
  measureDisputes(registry, shop)
  measureParked(registry, shop)
  measureReviews(registry, shop)
  measureTaxRecords(registry, shop)
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

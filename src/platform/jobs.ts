import { setTimeout as sleep } from 'node:timers/promises'
import { types as wire, type Pool } from 'pg'
import { PgBoss, type Db, type Job, type JobResult } from 'pg-boss'
import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import { withLock } from './advisory-locks.ts'
import { gathered } from './gathered.ts'
import { jobIndexes } from './job-history.ts'
import { loggableError, type Log } from './log.ts'
import { throughPool, withinTx } from './queue-database.ts'
import { asTrace, noTelemetry } from './telemetry.ts'
import type { Telemetry } from './telemetry.ts'
import { asWork } from './time-limits.ts'
import type { Tx } from './app-deps.ts'
import type { DomainEvent, DomainEventKind } from '#shared/domain-events.ts'

/** Every kind of job with the shape of its payload. Payloads carry ids only; the handler gathers the facts. */
export type JobShapes = Readonly<Record<string, z.ZodType>>

/** A job to be done after the transaction that adds it has committed. */
export type NewJob<S extends JobShapes> = {
  readonly [K in keyof S & string]: { readonly kind: K; readonly payload: z.input<S[K]> }
}[keyof S & string]

/** An event of one kind. */
type EventOf<Kind extends DomainEventKind> = DomainEvent extends infer Event
  ? Event extends { readonly kind: infer Own }
    ? Kind extends Own
      ? Event & { readonly kind: Kind }
      : never
    : never
  : never

/** The jobs that follow from events, by the kind of event. */
export type JobsByEvent<S extends JobShapes, Kind extends DomainEventKind = DomainEventKind> = {
  readonly [K in Kind]: (event: EventOf<K>) => readonly NewJob<S>[]
}

/** The jobs that follow from an event. */
export const jobsAfter = <S extends JobShapes, Kind extends DomainEventKind>(
  table: JobsByEvent<S, Kind>,
  kind: Kind,
  event: EventOf<Kind>,
): readonly NewJob<S>[] => table[kind](event)

/** The job that a handler runs; its id stays the same when it is run again. */
interface ActiveJob {
  readonly id: string
}

/** The handler of each kind. A job runs at least once, so a handler must be idempotent. */
export type JobHandlers<S extends JobShapes> = {
  readonly [K in keyof S & string]: (payload: z.output<S[K]>, job: ActiveJob) => Promise<void>
}

export interface Jobs<S extends JobShapes> {
  /** Adds jobs in the caller's transaction, all in one statement: none after a rollback, each once after a commit. */
  readonly add: (tx: Pick<Tx, 'defer' | 'ids'>, jobs: readonly NewJob<S>[]) => Promise<void>
  /** Works jobs off as they come, until `stopWorker` or `stop`. */
  readonly startWorker: (handlers: JobHandlers<S>) => Promise<void>
  /** Takes no more jobs and waits for the running ones; jobs can still be added. */
  readonly stopWorker: () => Promise<void>
  /** Whether a job is due or active, in whatever process. */
  readonly isAnyLeft: () => Promise<boolean>
  /**
   * Does every job that is due now, and those that they add, then returns whether there were any: no job is active in any
   * process. Jobs that fail wait for their retry, those of a killed process until its heartbeat has run out. Throws
   * SHOP_BUSY when a job stays active elsewhere for `limitMs` (two minutes by default).
   */
  readonly drain: (handlers: JobHandlers<S>, limitMs?: number) => Promise<boolean>
  /** How many jobs wait, are running or were given up, as of a few seconds ago. */
  readonly counts: () => Promise<Readonly<Record<'waiting' | 'active' | 'dead', number>>>
  /** Takes no more jobs, waits for the running ones, and stops. */
  readonly stop: () => Promise<void>
}

const queue = 'shop'
const deadQueue = 'shop-dead'
/** Jobs of one kind share their reads and writes; each is settled separately. */
const batchSize = 20

/** How long the end of a process waits for running jobs; what is not done by then runs again elsewhere. */
const shutdownTimeoutMs = 20_000

const Envelope = z.object({
  kind: z.string(),
  payload: z.unknown(),
  /** The trace in which it was added, as a `traceparent`. */
  trace: z.string().optional(),
})

/**
 * Creates or finds the queue. Processes that start together wait for one another: pg-boss would make its tables several
 * times. Until it has started, everything goes over the connection that holds the lock.
 */
const startQueueAlone = async (pool: Pool, direct: Pool, log: Log, supervises: boolean): Promise<PgBoss> => {
  const afterwards = throughPool(pool)
  let db: Db = afterwards
  return withLock(direct, 'queue', async (client) => {
    db = { executeSql: (text, values) => client.query({ text, values, types: wire }) }
    const boss = await startQueue(
      { executeSql: (text, values) => db.executeSql(text, values) },
      log,
      supervises,
    )
    db = afterwards
    return boss
  })
}

const startQueue = async (db: Db, log: Log, supervises: boolean): Promise<PgBoss> => {
  const boss = new PgBoss({
    db,
    schedule: false,
    supervise: supervises,
    // A killed worker's job is noticed at the first look after its heartbeat ran out.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Flows, a part of pg-boss that the shop does not use.
    flowIntervalSeconds: 3600,
  })
  boss.on('error', (thrown) => log.error({ err: thrown }, 'job queue error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warning'))
  await boss.start()
  await boss.createQueue(deadQueue)
  await boss.createQueue(queue, {
    // Growing pauses up to an hour: about half a day of a mail server's absence.
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
    heartbeatSeconds: 10,
    deadLetter: deadQueue,
  })
  await db.executeSql(jobIndexes)
  // Makes the queue known to pg-boss; otherwise the first job needs a second connection inside its transaction.
  await boss.insert(queue, [])
  return boss
}

/** Runs one job and returns its outcome. Only a payload that cannot be read is given up at once. */
const runner = <S extends JobShapes>(shapes: S, log: Log, telemetry: Telemetry) => {
  const isKind = (kind: string): kind is keyof S & string => Object.hasOwn(shapes, kind)
  const read = <K extends keyof S & string>(kind: K, payload: unknown): z.output<S[K]> => {
    const shape: S[K] = shapes[kind]
    return z.parse(shape, payload)
  }
  return async (handlers: JobHandlers<S>, job: Job<unknown>): Promise<JobResult> => {
    const envelope = Envelope.safeParse(job.data)
    const kind = envelope.data?.kind ?? ''
    const handler = isKind(kind) ? ownValue(handlers, kind) : undefined
    if (!envelope.success || !isKind(kind) || handler === undefined) {
      log.error({ jobId: job.id, kind }, 'job of an unknown kind given up')
      return { id: job.id, status: 'deadletter' }
    }
    try {
      const payload = read(kind, envelope.data.payload)
      const step = { name: `job ${kind}`, kind: 'consumer', parent: envelope.data.trace } as const
      await asTrace(telemetry, step, () => asWork('background', () => handler(payload, { id: job.id })))
      return { id: job.id, status: 'completed' }
    } catch (thrown) {
      log.warn({ err: thrown, jobId: job.id, kind, retry: job.retryCount }, 'job failed and will be retried')
      return { id: job.id, status: 'failed', output: loggableError(thrown) }
    }
  }
}

const workerOptions = {
  batchSize,
  pollingIntervalSeconds: 1,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

type Run = (job: Job<unknown>) => Promise<JobResult>

/** Whether a job is due or running. Queried from the database: a job that was just fetched is not in any memory yet. */
const isAnyLeft = async (pool: Pool): Promise<boolean> => {
  const left = `select from pgboss.job where name = $1
    and (state = 'active' or state in ('created', 'retry') and start_after <= now()) limit 1`
  return (await pool.query(left, [queue])).rowCount !== 0
}

// Jobs of another process are mostly done soon; those of a killed one are available again after many seconds.
const shortestWaitMs = 10
const longestWaitMs = 160

// Many times the seconds after which the job of a killed process is released.
const defaultDrainLimitMs = 120_000

/** Names the job that is active longest. */
const stillActive = async (pool: Pool, limitMs: number): Promise<ShopError> => {
  const oldest = `select data->>'kind' as kind, id,
    extract(epoch from now() - coalesce(heartbeat_on, started_on))::int as seconds
    from pgboss.job where name = $1 and state = 'active' order by started_on limit 1`
  const { rows } = await pool.query<{ kind: string; id: string; seconds: number }>(oldest, [queue])
  const job = rows[0]
  const which = job
    ? `The job "${job.kind}" (${job.id}) of another process gave its last sign ${job.seconds} seconds ago and`
    : 'A job of another process'
  return new ShopError('SHOP_BUSY', {
    detail: `${which} did not end within ${limitMs / 1_000} seconds. Please try again in a moment.`,
  })
}

const drainQueue = async (boss: PgBoss, pool: Pool, run: Run, limitMs: number): Promise<boolean> => {
  const complete = gathered(async (ids: readonly string[]) => {
    await boss.complete(queue, [...ids])
    return new Map<string, true>()
  })
  const runAndSettle = async (job: Job<unknown>): Promise<void> => {
    const { status, output } = await run(job)
    if (status === 'completed') await complete(job.id)
    else await boss.fail(queue, job.id, output)
  }
  let hadAny = false
  let [waitMs, waitedMs] = [shortestWaitMs, 0]
  for (;;) {
    const jobs = await boss.fetch<unknown>(queue, { batchSize })
    await Promise.all(jobs.map(runAndSettle))
    if (jobs.length > 0) {
      hadAny = true
      waitedMs = 0
      continue
    }
    if (!(await isAnyLeft(pool))) return hadAny
    hadAny = true
    if (waitedMs >= limitMs) throw await stillActive(pool, limitMs)
    await sleep(waitMs)
    waitedMs += waitMs
    waitMs = Math.min(2 * waitMs, longestWaitMs)
  }
}

const stopWorker = async (boss: PgBoss): Promise<void> => {
  // pg-boss's graceful stop checks only every half a second whether the last job is done.
  const timeout = new AbortController()
  await Promise.race([
    boss.offWork(queue, { wait: true }),
    sleep(shutdownTimeoutMs, undefined, timeout).catch(() => undefined),
  ])
  timeout.abort()
}

interface JobsOptions {
  /** False where another process, or the thread of the worker, supervises the queue. */
  readonly supervises?: boolean
  readonly telemetry?: Telemetry
  /** Connections to the server itself (`OpenDatabase.direct`); those of the pool by default. */
  readonly direct?: Pool
}

/**
 * Connects to the job queue, which lives in the same database, and creates it at the first time. Of the processes of a shop those
 * that work jobs off supervise the queue: they release the jobs of killed workers and count what waits.
 */
export const createJobs = async <S extends JobShapes>(
  pool: Pool,
  shapes: S,
  log: Log,
  { supervises = true, telemetry = noTelemetry, direct = pool }: JobsOptions = {},
): Promise<Jobs<S>> => {
  const boss = await startQueueAlone(pool, direct, log, supervises)
  const run = runner(shapes, log, telemetry)
  return {
    add: async ({ defer: write, ids }, jobs) => {
      const trace = telemetry.traceparent()
      const origin = trace === undefined ? {} : { trace }
      const rows = jobs.map(({ kind, payload }) => ({ id: ids.uuid(), data: { kind, payload, ...origin } }))
      if (rows.length > 0) await boss.insert(queue, rows, { db: withinTx({ defer: write }) })
    },
    startWorker: async (handlers) => {
      await boss.work(queue, workerOptions, (jobs: Job<unknown>[]) =>
        Promise.all(jobs.map((job) => run(handlers, job))),
      )
    },
    isAnyLeft: () => isAnyLeft(pool),
    drain: (handlers, limitMs = defaultDrainLimitMs) =>
      drainQueue(boss, pool, (job) => run(handlers, job), limitMs),
    counts: async () => {
      const [live, dead] = [await boss.getQueue(queue), await boss.getQueue(deadQueue)]

      return { waiting: live?.queuedCount ?? 0, active: live?.activeCount ?? 0, dead: dead?.totalCount ?? 0 }
    },
    stopWorker: () => stopWorker(boss),
    stop: async () => {
      await stopWorker(boss)
      await boss.stop({ graceful: false })
    },
  }
}

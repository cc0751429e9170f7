import { sendingLimits } from '../rules/event-sending.ts'
import { maxMetrics, metricsPath } from '../rules/metrics.ts'
import type { MetricName } from '../rules/metrics.ts'
import { countDropped, droppedCounts } from './browser-storage.ts'
import { createEventSender } from './event-sender.ts'
import type { QueueDeps } from './event-sender.ts'
import { createStoredEvents } from './stored-events.ts'

export interface EventQueue {
  /** Adds the text of a message, at once and durably even if the page closes. */
  readonly record: (message: string) => void
  /** Looks whether something is to be sent: at the start, and when the browser is online again. */
  readonly check: () => Promise<void>
  /** The page is closing. */
  readonly leave: () => void
  /** Forgets everything that was not sent. */
  readonly forget: () => void
}

/**
 * Messages that wait to be sent to the shop: stored until it has accepted them, in the order in which they were
 * recorded. Each arrives once (a repeated one counts once, by its id) or is counted as dropped. A message that is only
 * in the memory of this page, because the storage is full, counts as dropped until it has arrived.
 */
export const createEventQueue = (deps: QueueDeps): EventQueue => {
  const { now } = deps
  const storedEvents = createStoredEvents(deps.storage, deps.page)
  const sender = createEventSender(deps, storedEvents)
  let nextCheckAt = Infinity
  const scheduleCheck = async (until: number): Promise<void> => {
    if (until >= nextCheckAt) return
    nextCheckAt = until
    await deps.sleep(until - now())
    nextCheckAt = Infinity
    await check()
  }
  const check = async (): Promise<void> => {
    const until = await sender.sendDue()
    if (until !== null) void scheduleCheck(until)
  }
  return {
    check,
    record: (message) => {
      const hasCapacity = storedEvents.keys().length < sendingLimits.maxStored
      if (!hasCapacity || !storedEvents.add(message, now())) deps.countDropped('full', 1)
      deps.count('queued', 1)
      void check()
    },
    leave: sender.leave,
    forget: () => storedEvents.remove(storedEvents.keys()),
  }
}

/** Milliseconds between two reports (spec §9). */
const flushInterval = 30_000

interface Counter {
  readonly type: 'Counter'
  readonly metric: MetricName
  readonly value: number
}

const counters = (counts: ReadonlyMap<MetricName, number>): readonly Counter[] =>
  [...counts].flatMap(([metric, value]) =>
    value > 0 ? [{ type: 'Counter' as const, metric, value: Math.min(value, 10_000) }] : [],
  )

const sendMetrics = async (series: readonly Counter[]): Promise<boolean> => {
  if (series.length === 0) return false
  try {
    const answer = await fetch(metricsPath, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ series }),
    })
    return answer.ok
  } catch {
    return false
  }
}

interface QueueMetrics {
  readonly count: (what: 'queued' | 'sent' | 'retried', count: number) => void
}

/**
 * Counts what the queue does, and reports it every 30 seconds or after twenty counts (spec §9), including the losses of
 * earlier pages.
 */
export const createQueueMetrics = (isAllowed: () => boolean): QueueMetrics => {
  const counts = new Map<MetricName, number>()
  let counted = 0
  const flush = async (): Promise<void> => {
    const dropped = droppedCounts()
    const totals = new Map([
      ...counts,
      ['events.dropped.full' as const, dropped.full],
      ['events.dropped.refused' as const, dropped.refused],
    ])
    counts.clear()
    counted = 0
    if (!isAllowed() || !(await sendMetrics(counters(totals)))) return
    countDropped('full', -dropped.full)
    countDropped('refused', -dropped.refused)
  }
  setInterval(() => void flush(), flushInterval)
  return {
    count: (what, count) => {
      const metric = `events.${what}` as const
      counts.set(metric, (counts.get(metric) ?? 0) + count)
      counted += 1
      if (counted >= maxMetrics) void flush()
    },
  }
}

import { metricsPath, maxMetrics } from '../rules/metrics.ts'
import type { MetricName } from '../rules/metrics.ts'
import { countDropped, droppedCounts } from './browser-storage.ts'

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

export interface QueueMetrics {
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

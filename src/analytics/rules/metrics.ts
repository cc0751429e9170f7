/** Where the browser's queue sends its counts: every 30 seconds, twenty at most (spec §9). */
export const metricsPath = '/v1/m'
export const maxMetrics = 20

/** What the queue counts. `dropped`: by a full storage, after ten refusals, or of a damaged store. */
export const metricNames = [
  'events.queued', 'events.sent', 'events.retried',
  'events.dropped.full', 'events.dropped.refused', 'events.dropped.damaged',
] as const // prettier-ignore

export type MetricName = (typeof metricNames)[number]

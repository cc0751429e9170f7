import type { Registry } from 'prom-client'
import type { MetricReading } from './telemetry.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const kinds = ['counter', 'gauge'] as const

/** The counters and gauges of `/metrics`, with the same names. Histograms are left out: the traces have their own. */
export const readMetrics = async (registry: Registry): Promise<readonly MetricReading[]> => {
  const readings: MetricReading[] = []
  for (const { name, help, type, values } of await registry.getMetricsAsJSON()) {
    // A number by its declaration, a word at run time.
    const kind = kinds.find((word) => word === String(type))
    if (kind === undefined) continue
    const known = values.filter(({ value }) => isNumber(value))
    readings.push({
      name,
      help,
      kind,
      values: known.map(({ value, labels }) => ({
        value,
        labels: Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, String(label)])),
      })),
    })
  }
  return readings
}

import { noTelemetry } from '#platform/telemetry.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import type { Settings } from '../config.ts'

/** Telemetry of this thread, where the operator named a receiver. */
export const openTelemetry = async ({ hasTelemetry }: Pick<Settings, 'hasTelemetry'>): Promise<Telemetry> => {
  if (!hasTelemetry) return noTelemetry
  const { startOpenTelemetry } = await import('#platform/opentelemetry.ts')
  return startOpenTelemetry()
}

import type { Log } from './log.ts'

interface IntervalOptions {
  readonly name: string
  /** Milliseconds from the end of one run to the start of the next; doubled after each failure, up to a minute. */
  readonly intervalMs: number
  readonly log: Log
}

export interface Interval {
  /** Waits for the current run; no further one starts. */
  readonly stop: () => Promise<void>
}

/** Calls `run` repeatedly, never twice at once; a run that throws is logged and the next one starts nevertheless. */
export const startInterval = (
  run: () => Promise<unknown>,
  { name, intervalMs, log }: IntervalOptions,
): Interval => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let inFlight: Promise<void> = Promise.resolve()
  let waitMs = intervalMs
  const tick = async (): Promise<void> => {
    try {
      await run()
      waitMs = intervalMs
    } catch (thrown) {
      waitMs = Math.min(waitMs * 2, 60_000)
      log.error({ err: thrown, interval: name }, 'a due run failed and will be retried')
    }
    if (!stopped) schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      inFlight = tick()
    }, waitMs)
  }
  inFlight = tick()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await inFlight
    },
  }
}

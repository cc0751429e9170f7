import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after this many of the machine's milliseconds: for waiting on other processes, never for business time. */
export const sleep = (milliseconds: number): Promise<void> => delay(milliseconds)

/** The only source of time for server code. */
export interface Clock {
  /** The current time, in whole milliseconds so that the database stores it unchanged. */
  readonly now: () => Temporal.Instant
}

/** The machine's own time: the only place that reads it. */
export const machineClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
}

/** A clock that runs a number of milliseconds ahead of another; the offset is read each time. */
export const offsetClock = (base: Clock, offsetMilliseconds: () => number): Clock => ({
  now: () => Temporal.Instant.fromEpochMilliseconds(base.now().epochMilliseconds + offsetMilliseconds()),
})

/** Starts to measure; what it answers says how many milliseconds have gone by. */
export const startStopwatch = (): (() => number) => {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}

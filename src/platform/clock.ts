/** The only source of time for server code. */
export interface Clock {
  /** The present moment, in whole milliseconds so that it survives a trip through the database unchanged. */
  readonly now: () => Temporal.Instant
}

/** The machine's own time: the one place that reads it. */
export const machineClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
}

/** A clock that runs a number of milliseconds ahead of another; the offset is asked at every reading. */
export const offsetClock = (base: Clock, offsetMilliseconds: () => number): Clock => ({
  now: () => base.now().add({ milliseconds: offsetMilliseconds() }),
})

/** What a step may say: names, counts, patterns of routes. Never an address, a body or personal data. */
export type StepFacts = Readonly<Record<string, string | number>>

/** One step of a trace. */
export interface Step {
  readonly name: string
  /** A request that is answered, something asked of another system, or a job. */
  readonly kind: 'server' | 'client' | 'consumer'
  readonly facts?: StepFacts
  /** The step that it follows from, in another process or earlier, as a `traceparent`; the current one by default. */
  readonly parent?: string | undefined
}

/** A step that ends by a call, and not with a promise. */
export interface OpenStep {
  /** Runs what belongs to the step; may be called again for a later part. */
  readonly run: <T>(work: () => T) => T
  readonly end: (ended: {
    readonly name: string
    readonly facts: StepFacts
    readonly failed: boolean
  }) => void
}

/** One metric with its values now. */
export interface MetricReading {
  readonly name: string
  readonly help: string
  readonly kind: 'counter' | 'gauge'
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number>>
  }[]
}

/** Traces and metrics for the operators of the shop. */
export interface Telemetry {
  /** False spares callers from describing a step that nobody records. */
  readonly isOn: boolean
  /** Records a step within the current trace; outside of one, nothing. What `work` throws is thrown. */
  readonly within: <T>(step: Step, work: () => Promise<T>) => Promise<T>
  /** Begins a trace, or continues with the one of `parent`. */
  readonly open: (step: Step) => OpenStep
  /** Names the current step for the process that continues with it later (W3C Trace Context); undefined outside of a trace. */
  readonly traceparent: () => string | undefined
  /** Has metrics exported; `read` is called for each export. */
  readonly observe: (read: () => Promise<readonly MetricReading[]>) => Promise<void>
  /** Exports what is left. */
  readonly stop: () => Promise<void>
}

const nothing: OpenStep = { run: (work) => work(), end: () => undefined }

/** Records nothing. */
export const noTelemetry: Telemetry = {
  isOn: false,
  within: (_step, work) => work(),
  open: () => nothing,
  traceparent: () => undefined,
  observe: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** Begins a trace, or continues with one, for as long as `work` takes. What `work` throws is thrown. */
export const asTrace = async <T>(telemetry: Telemetry, step: Step, work: () => Promise<T>): Promise<T> => {
  if (!telemetry.isOn) return work()
  const { name, facts = {} } = step
  const opened = telemetry.open(step)
  try {
    const result = await opened.run(work)
    opened.end({ name, facts, failed: false })
    return result
  } catch (thrown) {
    opened.end({ name, facts, failed: true })
    throw thrown
  }
}

/** The telemetry of this thread; the SDK is loaded only where it is on. */
export const openTelemetry = async (isOn: boolean): Promise<Telemetry> => {
  if (!isOn) return noTelemetry
  const { startOpenTelemetry } = await import('./opentelemetry.ts')
  return startOpenTelemetry()
}

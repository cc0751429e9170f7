import {
  SpanKind,
  SpanStatusCode,
  context,
  defaultTextMapGetter,
  metrics,
  propagation,
  trace,
} from '@opentelemetry/api'
import type { Attributes, Context, Meter, Observable, Span } from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { MetricReading, OpenStep, Step, Telemetry } from './telemetry.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

const instrumentationName = 'loam'

/** The context of a `traceparent`; the current one without it. */
const contextFrom = (parent: string | undefined): Context =>
  parent === undefined
    ? context.active()
    : propagation.extract(context.active(), { traceparent: parent }, defaultTextMapGetter)

const startSpan = ({ name, kind, facts, parent }: Step): Span =>
  trace
    .getTracer(instrumentationName)
    .startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, contextFrom(parent))

const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(context.active(), span), work)

/** What kind of error it was. Messages may quote what people typed. */
const markFailed = (span: Span, thrown?: unknown): void => {
  span.setStatus({ code: SpanStatusCode.ERROR })
  if (thrown instanceof Error) span.setAttribute('error.type', thrown.name)
}

const recordStep = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
  if (trace.getActiveSpan() === undefined) return work()
  const span = startSpan(step)
  try {
    return await within(span, work)
  } catch (thrown) {
    markFailed(span, thrown)
    throw thrown
  } finally {
    span.end()
  }
}

const traceparent = (): string | undefined => {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier['traceparent']
}

/** Seconds of requests, in the buckets of the semantic conventions. */
const requestDurations = (meter: Meter) =>
  meter.createHistogram('http.server.request.duration', {
    unit: 's',
    advice: {
      explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    },
  })

const measured = ['http.request.method', 'http.route', 'http.response.status_code']

const opener = (meter: Meter) => {
  const durations = requestDurations(meter)
  return (step: Step): OpenStep => {
    const span = startSpan(step)
    const startedAt = performance.now()
    return {
      run: (work) => within(span, work),
      end: ({ name, facts, failed }) => {
        span.updateName(name)
        span.setAttributes({ ...facts })
        if (failed) markFailed(span)
        span.end()
        if (step.kind !== 'server') return
        const labels: Attributes = Object.fromEntries(
          Object.entries({ ...step.facts, ...facts }).filter(([key]) => measured.includes(key)),
        )
        durations.record((performance.now() - startedAt) / 1_000, labels)
      },
    }
  }
}

const observeWith =
  (meter: Meter) =>
  async (read: () => Promise<readonly MetricReading[]>): Promise<void> => {
    const instruments = new Map<string, Observable>()
    for (const { name, help, kind } of await read()) {
      const options = { description: help }
      instruments.set(
        name,
        kind === 'counter'
          ? meter.createObservableCounter(name, options)
          : meter.createObservableGauge(name, options),
      )
    }
    meter.addBatchObservableCallback(
      async (result) => {
        for (const { name, values } of await read()) {
          const instrument = instruments.get(name)
          if (instrument) for (const { value, labels } of values) result.observe(instrument, value, labels)
        }
      },
      [...instruments.values()],
    )
  }

/**
 * Starts OpenTelemetry's SDK with the standard variables `OTEL_…` of the environment. Imported only where they name a receiver.
 * Logs stay on standard output.
 */
export const startOpenTelemetry = (): Telemetry => {
  // The others name the user and the command line.
  process.env['OTEL_NODE_RESOURCE_DETECTORS'] ??= 'env,serviceinstance,host'
  const sdk = new NodeSDK({
    serviceName: process.env['OTEL_SERVICE_NAME'] ?? 'loam',
    logRecordProcessors: [],
  })
  sdk.start()
  const meter = metrics.getMeter(instrumentationName)
  return {
    isOn: true,
    within: recordStep,
    open: opener(meter),
    traceparent,
    observe: observeWith(meter),
    // A receiver that is away must not keep a process from ending.
    stop: () => sdk.shutdown().catch(() => undefined),
  }
}

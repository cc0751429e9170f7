import type { DestinationName, TrackedEvent } from '../rules/destinations.ts'

/** An event for a destination, with its account, which may be looked up but is not sent by itself. */
export interface EventDelivery {
  readonly event: TrackedEvent
  readonly accountId: string | null
}

/** The warehouse is no outside: it is written with the event itself. */
export type ExternalDestinationName = Exclude<DestinationName, 'warehouse'>

/** An outside server that gets events. */
export interface Destination {
  readonly name: ExternalDestinationName
  /** Whether it ignores repeated events. If not, an event with an unknown outcome is not sent again. */
  readonly deduplicates: boolean
  /** The most events of one job: 1 if each is a separate request, so that none is repeated because of another. */
  readonly maxBatchSize: number
  /** Delivers all of them or throws: OutgoingFailure, or DestinationFailure for a refusal. */
  readonly send: (deliveries: readonly EventDelivery[], now: Temporal.Instant) => Promise<void>
}

/** The other side answered, and did not take it. */
export class DestinationFailure extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the destination answered ${status}`)
    this.name = 'DestinationFailure'
    this.status = status
  }

  /** Too busy, or broken: the same may be accepted later. Everything else would be refused again. */
  get isTransient(): boolean {
    return this.status === 408 || this.status === 429 || this.status >= 500
  }
}

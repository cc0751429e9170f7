import type { DestinationName, TrackedEvent } from '../rules/destinations.ts'

/** An event on its way out, with the account that it belongs to, which may be looked up but is not told by itself. */
export interface EventDelivery {
  readonly event: TrackedEvent
  readonly accountId: string | null
}

/** The warehouse is no outside: it is written with the event itself. */
export type ExternalDestinationName = Exclude<DestinationName, 'warehouse'>

/** Somebody else's server that is told of events. */
export interface Destination {
  readonly name: ExternalDestinationName
  /**
   * Whether it drops what it is told twice. Where it does not, an event whose outcome is unknown is not told again.
   */
  readonly deduplicates: boolean
  /** Most events of one job: 1 where each is a request of its own, so that none is told again for another's sake. */
  readonly maxBatchSize: number
  /** Tells all of them or throws: OutgoingFailure, or DestinationFailure for an answer that is no yes. */
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

  /** Too busy, or broken: the same may be taken later. Everything else would be refused again. */
  get isTransient(): boolean {
    return this.status === 408 || this.status === 429 || this.status >= 500
  }
}

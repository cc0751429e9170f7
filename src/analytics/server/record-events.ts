import type { Tx } from '#platform/app-deps.ts'
import { disclosuresFor } from '../rules/collected-message.ts'
import type { TrackedEvent } from '../rules/destinations.ts'
import { queueDeliveries } from './deliveries.ts'
import type { Destination } from './destination.ts'
import { insertEvents } from './event-store.ts'

interface ReadEvent {
  readonly event: TrackedEvent
  /** Whom the sender leaves out. */
  readonly integrations?: Readonly<Record<string, unknown>> | undefined
}

interface Origin {
  readonly source: 'browser' | 'server'
  /** The id of the browser's consent; null for what the server reports. */
  readonly visitId: string | null
}

/**
 * Keeps events for everybody who may know of them: in the warehouse at once, for outside destinations as deliveries, in
 * the caller's transaction. The same message counts once for each. Answers how many are new to the warehouse or to
 * somebody outside.
 */
export const recordEvents = async (
  tx: Tx,
  destinations: readonly Destination[],
  events: readonly ReadEvent[],
  origin: Origin,
): Promise<number> => {
  const destinationNames = ['warehouse' as const, ...destinations.map(({ name }) => name)]
  const disclosed = events.flatMap(({ event, integrations }) =>
    disclosuresFor(event, destinationNames, integrations).map((one) => ({
      ...one,
      accountId: event.accountId,
    })),
  )
  const warehouseEvents = disclosed
    .filter(({ to }) => to === 'warehouse')
    .map(({ event }) => ({ event, ...origin }))
  const recordedIds = await insertEvents(tx, warehouseEvents)
  const queuedIds = await queueDeliveries(tx, destinations, disclosed)
  return new Set([...recordedIds, ...queuedIds]).size
}

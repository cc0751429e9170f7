import type { Tx } from '#platform/app-deps.ts'
import { disclosuresFor } from '../rules/collected-message.ts'
import type { TrackedEvent } from '../rules/destinations.ts'
import { queueDeliveries } from './deliveries.ts'
import type { Destination } from './destination.ts'
import { insertEvents } from './event-store.ts'

interface ReadEvent {
  readonly event: TrackedEvent
  /** The destinations that the sender excludes. */
  readonly integrations?: Readonly<Record<string, unknown>> | undefined
}

interface Origin {
  readonly source: 'browser' | 'server'
  /** The visit id of the consent; null for what the server reports. */
  readonly visitId: string | null
}

/**
 * Stores events for all allowed recipients: in the warehouse at once, for outside destinations as deliveries, in the
 * caller's transaction. The same message counts once for each. Returns how many are new to any of them.
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

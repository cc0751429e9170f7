import type { Work } from '#platform/world.ts'
import { tellings } from '../rules/collected-message.ts'
import type { TrackedEvent } from '../rules/destinations.ts'
import { keepDeliveries } from './deliveries.ts'
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
export const keepEvents = async (
  work: Work,
  destinations: readonly Destination[],
  events: readonly ReadEvent[],
  origin: Origin,
): Promise<number> => {
  const there = ['warehouse' as const, ...destinations.map(({ name }) => name)]
  const told = events.flatMap(({ event, integrations }) =>
    tellings(event, there, integrations).map((one) => ({ ...one, accountId: event.accountId })),
  )
  const own = told.filter(({ to }) => to === 'warehouse').map(({ event }) => ({ event, ...origin }))
  const kept = await insertEvents(work, own)
  const passed = await keepDeliveries(work, destinations, told)
  return new Set([...kept, ...passed]).size
}

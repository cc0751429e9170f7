import type { AppDeps, Tx } from '#platform/app-deps.ts'
import type { DomainEvent } from '#shared/domain-events.ts'
import { subjectEventsOf } from '../rules/event-types.ts'
import { selectActiveEndpoints } from './endpoint-store.ts'
import { insertEvent } from './event-store.ts'

type ShopState = AppDeps['state']

interface KnownEndpoints {
  readonly version: number
  readonly byType: ReadonlyMap<string, readonly string[]>
}

const known = new WeakMap<ShopState, KnownEndpoints>()

/**
 * The endpoints that get each kind of event, read once for each change of them: a purchase asks nobody. A shop that never had
 * an endpoint has no version.
 */
const endpointsByType = async (tx: Tx, state: ShopState): Promise<KnownEndpoints['byType']> => {
  const version = state.version('webhook')
  if (version === 0) return new Map()
  const cached = known.get(state)
  if (cached?.version === version) return cached.byType
  const byType = new Map<string, string[]>()
  for (const { id, eventTypes } of await selectActiveEndpoints(tx.db))
    for (const type of eventTypes) byType.set(type, [...(byType.get(type) ?? []), id])
  known.set(state, { version, byType })
  return byType
}

/** Writes what is sent to partners of the events of a transaction, in that transaction; nothing when nobody wants it. */
export const recordWebhookEvents = async (
  tx: Tx,
  state: ShopState,
  events: readonly DomainEvent[],
): Promise<void> => {
  const sent = subjectEventsOf(events)
  if (sent.length === 0) return
  const byType = await endpointsByType(tx, state)
  for (const event of sent) {
    const endpointIds = byType.get(event.type) ?? []
    if (endpointIds.length > 0) await insertEvent(tx, event, endpointIds)
  }
}

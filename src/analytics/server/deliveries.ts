import { OutgoingFailure } from '#platform/outgoing.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { DestinationName, TrackedEvent } from '../rules/destinations.ts'
import { claimBatch, insertDeliveries, settleBatch } from './delivery-store.ts'
import type { ClaimedBatch } from './delivery-store.ts'
import { DestinationFailure } from './destination.ts'
import type { Destination } from './destination.ts'

export {
  countOpenDeliveries as openDeliveries,
  deleteDeliveriesBefore as forgetDeliveriesBefore,
} from './delivery-store.ts'

/** The first attempt and ten more (spec §9). */
const maxAttempts = 11

/** An event with its destinations, and its account. */
interface DisclosedEvent {
  readonly to: DestinationName
  readonly event: TrackedEvent
  readonly accountId: string | null
}

/**
 * Writes the deliveries of events, in the transaction that stores them, and has jobs deliver them. Returns the ids of
 * messages that are new to some destination.
 */
export const queueDeliveries = async (
  tx: Tx,
  destinations: readonly Destination[],
  disclosed: readonly DisclosedEvent[],
): Promise<readonly string[]> => {
  const drafts = destinations.flatMap(({ name, maxBatchSize: mostAtOnce }) => {
    const ids: string[] = []
    return disclosed
      .filter(({ to }) => to === name)
      .map(({ event, accountId }, position) => {
        if (position % mostAtOnce === 0) ids.push(tx.ids.uuid())
        return { destination: name, batchId: ids.at(-1) ?? '', event, accountId }
      })
  })
  const written = await insertDeliveries(tx, drafts)
  for (const batchId of new Set(written.map((one) => one.batchId)))
    tx.publish({ kind: 'events-to-deliver', batchId })
  return written.map(({ messageId }) => messageId)
}

interface BatchOutcome {
  readonly state: 'delivered' | 'waiting' | 'failed'
  readonly fault: string
}

const delivered: BatchOutcome = { state: 'delivered', fault: '' }
const failed = (fault: string): BatchOutcome => ({ state: 'failed', fault })

/** What happens to a batch that could not be delivered. */
const outcomeOf = (
  thrown: unknown,
  { deduplicates: knowsRepeats }: Destination,
  { attempts }: ClaimedBatch,
): BatchOutcome => {
  const isKnown = thrown instanceof OutgoingFailure || thrown instanceof DestinationFailure
  if (!isKnown) throw thrown
  const fault = thrown.message
  if (thrown instanceof DestinationFailure && !thrown.isTransient) return failed(fault)
  const mayHaveBeenDelivered = thrown instanceof OutgoingFailure && thrown.kind !== 'refused'
  if (mayHaveBeenDelivered && !knowsRepeats) return failed(`${fault}, outcome unknown`)
  return attempts >= maxAttempts ? failed(fault) : { state: 'waiting', fault }
}

const deliver = async (
  { deps, destinations }: DeliveryServices,
  batch: ClaimedBatch,
): Promise<BatchOutcome> => {
  const destination = destinations.find(({ name }) => name === batch.destination)
  if (!destination) return failed('the destination is switched off')
  if (batch.wasSending && !destination.deduplicates) return failed('outcome unknown')
  try {
    await destination.send(batch.deliveries, deps.clock.now())
    return delivered
  } catch (thrown) {
    return outcomeOf(thrown, destination, batch)
  }
}

export interface DeliveryServices {
  readonly deps: AppDeps
  readonly destinations: readonly Destination[]
}

/**
 * Delivers one batch to a destination. Throws when it has to be retried, which the job queue does with growing delays;
 * what is refused for good, or ten times in a row, is given up and counted.
 */
export const deliverBatch = async (services: DeliveryServices, batchId: string): Promise<void> => {
  const { deps } = services
  const batch = await inTransaction(deps, (tx) => claimBatch(tx, batchId))
  if (batch === null) return
  const outcome = await deliver(services, batch)
  await inTransaction(deps, (tx) => settleBatch(tx, batchId, outcome))
  if (outcome.state === 'failed')
    deps.log.error({ destination: batch.destination, batchId, fault: outcome.fault }, 'events given up')
  if (outcome.state === 'waiting') throw new Error(`${batch.destination}: ${outcome.fault}`)
}

import { OutgoingFailure } from '#platform/outgoing.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { DestinationName, TrackedEvent } from '../rules/destinations.ts'
import { claimBatch, countOpen, insertDeliveries, settleBatch } from './delivery-store.ts'
import type { ClaimedBatch } from './delivery-store.ts'
import { DestinationFailure } from './destination.ts'
import type { Destination } from './destination.ts'

/** The first attempt and ten more (spec §9). */
const mostAttempts = 11

/** What is to be told to whom, and whose it is. */
interface Told {
  readonly to: DestinationName
  readonly event: TrackedEvent
  readonly accountId: string | null
}

/**
 * Writes down what outside destinations are told, in the transaction that keeps the events, and has it told by jobs.
 * Answers the ids of messages that are new to somebody.
 */
export const keepDeliveries = async (
  work: Work,
  destinations: readonly Destination[],
  told: readonly Told[],
): Promise<readonly string[]> => {
  const drafts = destinations.flatMap(({ name, mostAtOnce }) => {
    const ids: string[] = []
    return told
      .filter(({ to }) => to === name)
      .map(({ event, accountId }, position) => {
        if (position % mostAtOnce === 0) ids.push(work.ids.uuid())
        return { destination: name, batchId: ids.at(-1) ?? '', event, accountId }
      })
  })
  const written = await insertDeliveries(work, drafts)
  for (const batchId of new Set(written.map((one) => one.batchId)))
    work.announce({ kind: 'events-to-tell', batchId })
  return written.map(({ messageId }) => messageId)
}

interface End {
  readonly state: 'told' | 'waiting' | 'dead'
  readonly fault: string
}

const told: End = { state: 'told', fault: '' }
const dead = (fault: string): End => ({ state: 'dead', fault })

/** What becomes of a batch that could not be told. */
const endOf = (thrown: unknown, { knowsRepeats }: Destination, { attempts }: ClaimedBatch): End => {
  const isKnown = thrown instanceof OutgoingFailure || thrown instanceof DestinationFailure
  if (!isKnown) throw thrown
  const fault = thrown.message
  if (thrown instanceof DestinationFailure && !thrown.mayPass) return dead(fault)
  const mayHaveArrived = thrown instanceof OutgoingFailure && thrown.kind !== 'refused'
  if (mayHaveArrived && !knowsRepeats) return dead(`${fault}, outcome unknown`)
  return attempts >= mostAttempts ? dead(fault) : { state: 'waiting', fault }
}

const tell = async ({ world, destinations }: DeliveryTools, batch: ClaimedBatch): Promise<End> => {
  const destination = destinations.find(({ name }) => name === batch.destination)
  if (!destination) return dead('the destination is switched off')
  if (batch.wasSending && !destination.knowsRepeats) return dead('outcome unknown')
  try {
    await destination.tell(batch.tellings, world.clock.now())
    return told
  } catch (thrown) {
    return endOf(thrown, destination, batch)
  }
}

export interface DeliveryTools {
  readonly world: World
  readonly destinations: readonly Destination[]
}

/**
 * Tells a destination one batch. Throws when it has to be tried again, which the job table does with growing pauses;
 * what is refused for good, or ten times over, is given up and counted.
 */
export const tellBatch = async (tools: DeliveryTools, batchId: string): Promise<void> => {
  const { world } = tools
  const batch = await inTransaction(world, (work) => claimBatch(work, batchId))
  if (batch === null) return
  const end = await tell(tools, batch)
  await inTransaction(world, (work) => settleBatch(work, batchId, end))
  if (end.state === 'dead')
    world.log.error({ destination: batch.destination, batchId, fault: end.fault }, 'events given up')
  if (end.state === 'waiting') throw new Error(`${batch.destination}: ${end.fault}`)
}

/** How many events wait for whom, or were given up: for those who watch the shop. */
export const openDeliveries = (database: World['database']) => countOpen(database)

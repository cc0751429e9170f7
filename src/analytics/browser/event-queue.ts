import { sendingLimits } from '../rules/event-sending.ts'
import { createEventSender } from './event-sender.ts'
import type { QueueDeps } from './event-sender.ts'
import { createStoredEvents } from './stored-events.ts'

export interface EventQueue {
  /** Adds the text of a message, at once and durably even if the page closes. */
  readonly record: (message: string) => void
  /** Looks whether something is to be sent: at the start, and when the browser is online again. */
  readonly check: () => Promise<void>
  /** The page is closing. */
  readonly leave: () => void
  /** Forgets everything that was not sent. */
  readonly forget: () => void
}

/**
 * Messages that wait to be sent to the shop: stored until it has accepted them, in the order in which they were
 * recorded. Each arrives once (a repeated one counts once, by its id) or is counted as dropped. A message that is only
 * in the memory of this page, because the storage is full, counts as dropped until it has arrived.
 */
export const createEventQueue = (deps: QueueDeps): EventQueue => {
  const { now } = deps
  const storedEvents = createStoredEvents(deps.storage, deps.page)
  const sender = createEventSender(deps, storedEvents)
  let nextCheckAt = Infinity
  const scheduleCheck = async (until: number): Promise<void> => {
    if (until >= nextCheckAt) return
    nextCheckAt = until
    await deps.sleep(until - now())
    nextCheckAt = Infinity
    await check()
  }
  const check = async (): Promise<void> => {
    const until = await sender.sendDue()
    if (until !== null) void scheduleCheck(until)
  }
  return {
    check,
    record: (message) => {
      const hasCapacity = storedEvents.keys().length < sendingLimits.maxStored
      if (!hasCapacity || !storedEvents.add(message, now())) deps.countDropped('full', 1)
      deps.count('queued', 1)
      void check()
    },
    leave: sender.leave,
    forget: () => storedEvents.remove(storedEvents.keys()),
  }
}

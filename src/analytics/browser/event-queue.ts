import { sendingLimits } from '../rules/event-sending.ts'
import { createEventSender } from './event-sender.ts'
import type { QueueHouse } from './event-sender.ts'
import { createKeptEvents } from './kept-events.ts'

export interface EventQueue {
  /** Takes the text of a message: at once, and for good whatever becomes of the page. */
  readonly record: (message: string) => void
  /** Looks whether something is to be sent: at the start, and when the browser is online again. */
  readonly look: () => Promise<void>
  /** The page goes away. */
  readonly leave: () => void
  /** Forgets everything that was not sent. */
  readonly forget: () => void
}

/**
 * Messages on their way to the shop: kept until it has taken them, in the order in which they were recorded. Each arrives
 * once (a repeated one counts once, by its id) or is counted as dropped. A message that only this page holds, because the
 * storage is full, counts as dropped until it has arrived.
 */
export const createEventQueue = (house: QueueHouse): EventQueue => {
  const { now } = house
  const kept = createKeptEvents(house.keep, house.page)
  const sender = createEventSender(house, kept)
  let sleepsUntil = Infinity
  const sleep = async (until: number): Promise<void> => {
    if (until >= sleepsUntil) return
    sleepsUntil = until
    await house.pause(until - now())
    sleepsUntil = Infinity
    await look()
  }
  const look = async (): Promise<void> => {
    const until = await sender.sendDue()
    if (until !== null) void sleep(until)
  }
  return {
    look,
    record: (message) => {
      const hasRoom = kept.keys().length < sendingLimits.mostKept
      if (!hasRoom || !kept.add(message, now())) house.countDropped('full', 1)
      house.count('queued', 1)
      void look()
    },
    leave: sender.leave,
    forget: () => kept.remove(kept.keys()),
  }
}

import { afterAnswer, nextSending, notYetSent, sendingLimits } from '../rules/event-sending.ts'
import type { Answer, NextStep, Sending } from '../rules/event-sending.ts'
import { recordedAt } from './kept-events.ts'
import type { EventKeep, KeptEvents } from './kept-events.ts'
import { createSendingTurn } from './sending-turn.ts'

/** What the queue needs of its browser. */
export interface QueueHouse {
  readonly keep: EventKeep
  /** Names this page among all others. */
  readonly page: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly chance: () => number
  readonly isOnline: () => boolean
  /** Milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** Sends texts of messages; never rejects. */
  readonly send: (messages: readonly string[]) => Promise<Answer>
  /** Counts messages as dropped, and why; a negative number takes some back that arrived after all. */
  readonly countDropped: (why: DropReason, count: number) => void
  readonly count: (what: 'queued' | 'sent' | 'retried', count: number) => void
}

/** The storage was full, or the shop did not take it for good. */
export type DropReason = 'full' | 'refused'

export interface EventSender {
  /** Sends what is due. Gives the moment to look again (epoch milliseconds); null when nothing waits for a moment. */
  readonly sendDue: () => Promise<number | null>
  /** The page goes away: what was not sent yet is handed to the browser. */
  readonly leave: () => void
}

/** Removes what has come to an end, and counts it. A message that only this page holds was counted as dropped before. */
const conclude = (house: QueueHouse, kept: KeptEvents, keys: readonly string[], taken: boolean): void => {
  const counted = keys.filter(kept.isFleeting).length
  kept.remove(keys)
  if (taken) {
    house.count('sent', keys.length)
    if (counted > 0) house.countDropped('full', -counted)
  } else if (keys.length > counted) house.countDropped('refused', keys.length - counted)
}

/** Sends some messages and does with them what the answer says; gives where the sending stands then. */
const sendSome = async (
  house: QueueHouse,
  kept: KeptEvents,
  keys: readonly string[],
  sending: Sending,
): Promise<Sending> => {
  if (keys.length === 0) return sending
  const texts = keys.map((key) => kept.read(key)).filter((text) => text !== null)
  const told = { answer: await house.send(texts), count: keys.length }
  const outcome = afterAnswer(sending, told, { now: house.now(), chance: house.chance() })
  if (outcome.messages === 'kept') house.count('retried', keys.length)
  else conclude(house, kept, keys, outcome.messages === 'done')
  return outcome.sending
}

/** How long a page waits that is not the one to send, in milliseconds. */
const waitForTurn = 1_000

/** Hands kept messages to the shop, one batch after the other, until it has taken each or it is given up. */
export const createEventSender = (house: QueueHouse, kept: KeptEvents): EventSender => {
  const { now, isOnline } = house
  const turn = createSendingTurn(house)
  let sending = notYetSent
  let busy = false
  const next = (): NextStep => {
    const keys = kept.keys()
    const waiting = { count: keys.length, since: recordedAt(keys[0] ?? '') }
    return nextSending(waiting, sending, { now: now(), online: isOnline() })
  }
  const sendFirst = async (count: number): Promise<void> => {
    if (await turn.take()) {
      // Another tab may have sent some of them meanwhile.
      sending = await sendSome(house, kept, kept.keys().slice(0, count), sending)
      turn.giveBack()
    } else sending = { ...sending, notBefore: now() + waitForTurn }
  }
  return {
    sendDue: async () => {
      while (!busy) {
        const step = next()
        if (step.kind !== 'send') return step.kind === 'wait' ? step.until : null
        busy = true
        await sendFirst(step.count)
        busy = false
      }
      return null
    },
    leave: () => {
      turn.giveBack()
      // What is under way goes on without the page. What becomes of the rest the page may not live to see: then it is
      // sent again by the next one, or stays counted.
      if (!busy && isOnline()) void sendSome(house, kept, kept.keys().slice(0, sendingLimits.batch), sending)
    },
  }
}

import { brand } from '#shared/brand.ts'
import { afterAnswer, initialSending, nextSending, sendingLimits } from '../rules/event-sending.ts'
import type { Answer, NextStep, SendingState } from '../rules/event-sending.ts'
import { recordedAt } from './stored-events.ts'
import type { EventStorage, StoredEvents } from './stored-events.ts'

const lockKey = `${brand.keys.analyticsPrefix}lock`
const leaseKey = `${brand.keys.analyticsPrefix}lease`

interface SendingLeaseDeps {
  readonly storage: EventStorage
  readonly page: string
  readonly now: () => number
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** The page that has a lease; none if the lease is longer than possible, after the clock was set back. */
const holderOf = (storage: EventStorage, key: string, now: number): string | null => {
  const [holder, until] = (storage.getItem(key) ?? '').split(' ')
  const left = Number(until) - now
  return holder !== undefined && left > 0 && left <= sendingLimits.lease ? holder : null
}

interface SendingLease {
  /** Whether this page may send now. */
  readonly acquire: () => Promise<boolean>
  readonly release: () => void
}

/**
 * Gives one of all tabs the lease to send. Taken under a lock of 50 ms, with three retries (spec §9). If the storage is
 * full nobody waits: a message that two tabs send counts once, by its id.
 */
const createSendingLease = ({ storage, page, now, sleep }: SendingLeaseDeps): SendingLease => {
  const { lockDuration, lockRetries, lease: leaseDuration } = sendingLimits
  const isHolder = (key: string): boolean => holderOf(storage, key, now()) === page
  const hold = (key: string, milliseconds: number): boolean => {
    const holder = holderOf(storage, key, now())
    if (holder !== null && holder !== page) return false
    storage.setItem(key, `${page} ${now() + milliseconds}`)
    // Another tab may have written in between; the last one holds it.
    return isHolder(key)
  }
  const release = (key: string): void => {
    try {
      if (isHolder(key)) storage.removeItem(key)
    } catch {
      // Then no other tab sees it either.
    }
  }
  const acquireLease = async (): Promise<boolean> => {
    for (let retry = 0; !hold(lockKey, lockDuration); retry += 1) {
      if (retry === lockRetries) return false
      await sleep(lockDuration)
    }
    const isAcquired = hold(leaseKey, leaseDuration)
    release(lockKey)
    return isAcquired
  }
  return {
    acquire: () => acquireLease().catch(() => true),
    release: () => release(leaseKey),
  }
}

/** The browser APIs that the queue needs. */
export interface QueueDeps {
  readonly storage: EventStorage
  /** Names this page among all others. */
  readonly page: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  readonly isOnline: () => boolean
  /** Milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Sends texts of messages; never rejects. */
  readonly send: (messages: readonly string[]) => Promise<Answer>
  /** Counts messages as dropped, and why; a negative number takes some back that arrived after all. */
  readonly countDropped: (why: DropReason, count: number) => void
  readonly count: (what: 'queued' | 'sent' | 'retried', count: number) => void
}

/** The storage was full, or the shop refused it for good. */
export type DropReason = 'full' | 'refused'

export interface EventSender {
  /** Sends what is due. Returns the time of the next check (epoch milliseconds); null when nothing waits. */
  readonly sendDue: () => Promise<number | null>
  /** The page is closing: what was not sent yet is handed to the browser. */
  readonly leave: () => void
}

/** Removes what has come to an end, and counts it. A message that only this page holds was counted as dropped before. */
const settle = (
  deps: QueueDeps,
  storedEvents: StoredEvents,
  keys: readonly string[],
  isAccepted: boolean,
): void => {
  const counted = keys.filter(storedEvents.isInMemoryOnly).length
  storedEvents.remove(keys)
  if (isAccepted) {
    deps.count('sent', keys.length)
    if (counted > 0) deps.countDropped('full', -counted)
  } else if (keys.length > counted) deps.countDropped('refused', keys.length - counted)
}

/** Sends some messages and handles them by the answer; returns the new state of the sending. */
const sendSome = async (
  deps: QueueDeps,
  storedEvents: StoredEvents,
  keys: readonly string[],
  sending: SendingState,
): Promise<SendingState> => {
  if (keys.length === 0) return sending
  const texts = keys.map((key) => storedEvents.read(key)).filter((text) => text !== null)
  const result = { answer: await deps.send(texts), count: keys.length }
  const outcome = afterAnswer(sending, result, { now: deps.now(), random: deps.random() })
  if (outcome.messages === 'pending') deps.count('retried', keys.length)
  else settle(deps, storedEvents, keys, outcome.messages === 'done')
  return outcome.sending
}

/** How long a page waits that does not have the sending lease, in milliseconds. */
const leaseRetryDelay = 1_000

/** Sends stored messages to the shop, one batch after the other, until each is accepted or given up. */
export const createEventSender = (deps: QueueDeps, storedEvents: StoredEvents): EventSender => {
  const { now, isOnline } = deps
  const lease = createSendingLease(deps)
  let sending = initialSending
  let isSending = false
  const next = (): NextStep => {
    const keys = storedEvents.keys()
    const pending = { count: keys.length, since: recordedAt(keys[0] ?? '') }
    return nextSending(pending, sending, { now: now(), online: isOnline() })
  }
  const sendFirst = async (count: number): Promise<void> => {
    if (await lease.acquire()) {
      // Another tab may have sent some of them meanwhile.
      sending = await sendSome(deps, storedEvents, storedEvents.keys().slice(0, count), sending)
      lease.release()
    } else sending = { ...sending, notBefore: now() + leaseRetryDelay }
  }
  return {
    sendDue: async () => {
      while (!isSending) {
        const nextStep = next()
        if (nextStep.kind !== 'send') return nextStep.kind === 'wait' ? nextStep.until : null
        isSending = true
        await sendFirst(nextStep.count)
        isSending = false
      }
      return null
    },
    leave: () => {
      lease.release()
      // A request in flight continues without the page. The page may close before the rest is sent: then it is
      // sent again by the next one, or stays counted.
      if (!isSending && isOnline())
        void sendSome(deps, storedEvents, storedEvents.keys().slice(0, sendingLimits.batch), sending)
    },
  }
}

/** The figures of spec §9; times in milliseconds. */
export const sendingLimits = {
  /** Messages of one request. */
  batch: 10,
  /** How long the first message of a batch waits for others. */
  gather: 5_000,
  /** Tries after the first one, before a message is given up. */
  retries: 10,
  /** For how long a page may lock the stored queue. */
  lockDuration: 50,
  lockRetries: 3,
  /** For how long one page may have the lease; longer than a request may take. */
  lease: 10_000,
  request: 8_000,
  /** The most messages that a browser stores while it cannot reach the shop. */
  maxStored: 1_000,
} as const

/** The state of sending the first messages of the queue. */
export interface SendingState {
  /** Failed tries in a row. */
  readonly failures: number
  /** Epoch milliseconds; not tried again before. */
  readonly notBefore: number
  /** That many messages go one by one: one of them made the shop refuse them together. */
  readonly oneByOneCount: number
}

export const initialSending: SendingState = { failures: 0, notBefore: 0, oneByOneCount: 0 }

/** The first messages of the queue. */
interface PendingBatch {
  readonly count: number
  /** Epoch milliseconds of the first one; 0 without any. */
  readonly since: number
}

export type NextStep =
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'send'; readonly count: number }

/** Milliseconds from one failed try to the next, at most, and the part that chance may add. */
const maxRetryDelay = 30_000
const maxJitter = 1 / 4

const sendOrWait = (moment: number, now: number, count: number): NextStep =>
  moment > now ? { kind: 'wait', until: moment } : { kind: 'send', count }

/**
 * What to do now: a full or an old batch is sent, unless the shop cannot be reached or the last attempt was a moment
 * ago.
 */
export const nextSending = (
  { count, since }: PendingBatch,
  { notBefore, oneByOneCount, failures }: SendingState,
  { now, online }: { readonly now: number; readonly online: boolean },
): NextStep => {
  if (count === 0 || !online) return { kind: 'rest' }
  const { batch, gather } = sendingLimits
  // A clock that was set back must not hold messages until it comes to where it was.
  const retryAt = notBefore - now > maxRetryDelay * (1 + maxJitter) ? 0 : notBefore
  if (oneByOneCount > 0) return sendOrWait(retryAt, now, 1)
  const batchAt = failures > 0 || count >= batch || since > now ? 0 : since + gather
  return sendOrWait(Math.max(retryAt, batchAt), now, Math.min(count, batch))
}

/** `accepted` or `refused` for good by the shop; `failed` may succeed later; `unreachable` while offline. */
export type Answer = 'accepted' | 'refused' | 'failed' | 'unreachable'

export interface Outcome {
  readonly sending: SendingState
  /** What happens to the messages that were sent. */
  readonly messages: 'done' | 'dropped' | 'pending'
}

/** One second, doubled with each failure, plus some at random, so that browsers do not all retry at once. */
const retryDelay = (failures: number, random: number): number =>
  Math.round(Math.min(maxRetryDelay, 1_000 * 2 ** (failures - 1)) * (1 + random * maxJitter))

/** What follows from an answer to `count` messages. `chance` from 0 to 1. */
export const afterAnswer = (
  sending: SendingState,
  { answer, count }: { readonly answer: Answer; readonly count: number },
  { now, random }: { readonly now: number; readonly random: number },
): Outcome => {
  const nextState: SendingState = {
    ...initialSending,
    oneByOneCount: Math.max(0, sending.oneByOneCount - count),
  }
  switch (answer) {
    case 'accepted':
      return { sending: nextState, messages: 'done' }
    case 'refused':
      return count === 1
        ? { sending: nextState, messages: 'dropped' }
        : { sending: { ...initialSending, oneByOneCount: count }, messages: 'pending' }
    case 'unreachable':
      return { sending, messages: 'pending' }
    case 'failed': {
      const failures = sending.failures + 1
      if (failures > sendingLimits.retries) return { sending: nextState, messages: 'dropped' }
      return {
        sending: { ...sending, failures, notBefore: now + retryDelay(failures, random) },
        messages: 'pending',
      }
    }
    default:
      return answer satisfies never
  }
}

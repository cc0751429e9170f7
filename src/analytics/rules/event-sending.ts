/** The figures of spec §9; times in milliseconds. */
export const sendingLimits = {
  /** Messages of one request. */
  batch: 10,
  /** How long the first message of a batch waits for others. */
  gather: 5_000,
  /** Tries after the first one, before a message is given up. */
  retries: 10,
  /** For how long a page may hold the kept queue. */
  lock: 50,
  lockRetries: 3,
  /** For how long one page may be the one that sends; longer than a request may take. */
  turn: 10_000,
  request: 8_000,
  /** More than this are not kept in a browser that reaches nobody. */
  mostKept: 1_000,
} as const

/** Where the sending of the first messages of the queue stands. */
export interface Sending {
  /** Failed tries in a row. */
  readonly failures: number
  /** Epoch milliseconds; not tried again before. */
  readonly notBefore: number
  /** That many messages go one by one: one of them made the shop refuse them together. */
  readonly alone: number
}

export const notYetSent: Sending = { failures: 0, notBefore: 0, alone: 0 }

/** The first messages of the queue. */
interface Waiting {
  readonly count: number
  /** Epoch milliseconds of the first one; 0 without any. */
  readonly since: number
}

export type NextStep =
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'send'; readonly count: number }

/** Milliseconds from one failed try to the next, at most, and the part that chance may add. */
const longestPause = 30_000
const mostByChance = 1 / 4

const stepAt = (moment: number, now: number, count: number): NextStep =>
  moment > now ? { kind: 'wait', until: moment } : { kind: 'send', count }

/** What to do now: a full batch or an old one goes, unless nobody can be reached or the last try was a moment ago. */
export const nextSending = (
  { count, since }: Waiting,
  { notBefore, alone, failures }: Sending,
  { now, online }: { readonly now: number; readonly online: boolean },
): NextStep => {
  if (count === 0 || !online) return { kind: 'rest' }
  const { batch, gather } = sendingLimits
  // A clock that was set back must not hold messages until it comes to where it was.
  const paused = notBefore - now > longestPause * (1 + mostByChance) ? 0 : notBefore
  if (alone > 0) return stepAt(paused, now, 1)
  const gathered = failures > 0 || count >= batch || since > now ? 0 : since + gather
  return stepAt(Math.max(paused, gathered), now, Math.min(count, batch))
}

/** `taken` or `refused` for good by the shop; `failed` may go well another time; `unreachable` while offline. */
export type Answer = 'taken' | 'refused' | 'failed' | 'unreachable'

export interface Outcome {
  readonly sending: Sending
  /** What becomes of the messages that were sent. */
  readonly messages: 'done' | 'dropped' | 'kept'
}

/** One second, doubled with each failure; some more by chance, so that not all come at once. */
const pauseAfter = (failures: number, chance: number): number =>
  Math.round(Math.min(longestPause, 1_000 * 2 ** (failures - 1)) * (1 + chance * mostByChance))

/** What follows from an answer to `count` messages. `chance` from 0 to 1. */
export const afterAnswer = (
  sending: Sending,
  { answer, count }: { readonly answer: Answer; readonly count: number },
  { now, chance }: { readonly now: number; readonly chance: number },
): Outcome => {
  const onward: Sending = { ...notYetSent, alone: Math.max(0, sending.alone - count) }
  switch (answer) {
    case 'taken':
      return { sending: onward, messages: 'done' }
    case 'refused':
      return count === 1
        ? { sending: onward, messages: 'dropped' }
        : { sending: { ...notYetSent, alone: count }, messages: 'kept' }
    case 'unreachable':
      return { sending, messages: 'kept' }
    case 'failed': {
      const failures = sending.failures + 1
      if (failures > sendingLimits.retries) return { sending: onward, messages: 'dropped' }
      return {
        sending: { ...sending, failures, notBefore: now + pauseAfter(failures, chance) },
        messages: 'kept',
      }
    }
    default:
      return answer satisfies never
  }
}

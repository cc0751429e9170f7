/** What staff have to do about a conversation. */
export const threadStates = ['waiting', 'answered', 'closed'] as const

export type ThreadState = (typeof threadStates)[number]

/** All messages of one address, and what staff did about them. */
export interface Thread {
  readonly id: string
  readonly email: string
  readonly lastAt: Temporal.Instant
  /** The first message without an answer; null when there is none. */
  readonly waitingSince: Temporal.Instant | null
  readonly closedAt: Temporal.Instant | null
  /** The person of staff who has taken it. */
  readonly assignedTo: string | null
  /** Raised with every message and action. */
  readonly version: number
}

export const threadState = ({ waitingSince, closedAt }: Thread): ThreadState =>
  waitingSince !== null ? 'waiting' : closedAt === null ? 'answered' : 'closed'

/**
 * Why nothing is done in a conversation that is not the one that was read; null when it still is. `lastAnswerer` is the
 * name of who answered last.
 */
export const threadRefusal = (
  { version }: Pick<Thread, 'version'>,
  read: number,
  lastAnswerer: string | null,
): string | null => {
  if (version === read) return null
  const last = lastAnswerer === null ? '' : ` The last answer is from ${lastAnswerer}.`
  return `The conversation has changed since you opened it.${last} Nothing was sent, and what you wrote is still here.`
}

/** The messages that an answer is to: those since the answer before it, or the last one when there was none since. */
export const answeredMessages = <One extends { readonly at: string }>(
  messages: readonly One[],
  previous: Temporal.Instant | null,
  answeredAt: Temporal.Instant,
): readonly One[] => {
  const earlier = messages.filter(
    ({ at }) => Temporal.Instant.compare(Temporal.Instant.from(at), answeredAt) <= 0,
  )
  const since = earlier.filter(
    ({ at }) => previous === null || Temporal.Instant.compare(Temporal.Instant.from(at), previous) > 0,
  )
  return since.length > 0 ? since : earlier.slice(-1)
}

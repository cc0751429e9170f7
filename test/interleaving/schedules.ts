import type { Choose, Point } from './scheduler.ts'

/** A stretch of turns of one actor; `turns` null: until it is done. */
export interface Stretch {
  readonly actor: string
  readonly turns: number | null
}

/** Which points count as turns: every one, or only those before which other actions may have changed something. */
export type Granularity = 'statement' | 'boundary'

/**
 * Requests, and where a transaction begins or ends. Reading credit counts too: one who reads it spends it in a later statement of
 * the same transaction, and only its lock keeps others from it until then.
 */
const boundaryName = /^(?:begin|start transaction|commit|[A-Z]+ \/|select .* from "credit_balance")/i

const isBoundary = ({ name }: Point): boolean => boundaryName.test(name)

/**
 * After how many boundaries an actor can be stopped so that each stop is another one, when `own` are the points of its whole way.
 * To begin a transaction does nothing yet: where no statement came since the boundary before, a stop there is that one again.
 */
export const distinctStops = (own: readonly string[]): number[] => {
  const isSame = (at: number): boolean =>
    /^(?:begin|start transaction)/i.test(own[at] ?? '') && (at === 0 || boundaryName.test(own[at - 1] ?? ''))
  const boundaries = own.flatMap((name, at) => (boundaryName.test(name) ? [at] : []))
  return boundaries.flatMap((at, before) => (isSame(at) || at === own.length - 1 ? [] : [before + 1]))
}

/** An actor that repeats the same statement is polling for another one; it may do so this often. */
const maxPolls = 3

/** Notices an actor that polls, so that it does not block the one it waits for. */
const pollWatch = () => {
  let last = ''
  let times = 0
  return {
    isPolling: ({ actor, name }: Point): boolean => times >= maxPolls && last === `${actor} ${name}`,
    note: ({ actor, name }: Point): void => {
      const point = `${actor} ${name}`
      times = point === last ? times + 1 : 1
      last = point
    },
  }
}

/**
 * Follows stretches one after the other, the first ones as long as they say; an actor that cannot go on (it waits for a
 * lock, sleeps, or polls) lets another one go on meanwhile.
 */
export const following = (stretches: readonly Stretch[], granularity: Granularity): Choose => {
  const left = stretches.map(({ actor, turns }) => ({ actor, turns: turns ?? Infinity }))
  const polls = pollWatch()
  const nextStretch = (isDone: (actor: string) => boolean) => {
    for (;;) {
      const [first] = left
      if (!first || left.length === 1 || (first.turns > 0 && !isDone(first.actor))) return first
      left.shift()
    }
  }
  return (ready, isDone) => {
    const current = nextStretch(isDone)
    const mine = ready.find(({ actor }) => actor === current?.actor)
    const other = ready.find(({ actor }) => actor !== current?.actor)
    if (!current || !mine || (other && polls.isPolling(mine))) return other?.actor ?? mine?.actor ?? ''
    polls.note(mine)
    if (granularity === 'statement' || isBoundary(mine)) current.turns -= 1
    return mine.actor
  }
}

/** One actor is stopped after `turns`, the others run to their end, then it goes on. */
export const stoppedOnce = (actors: readonly string[], turns: number): Stretch[] => {
  const [first = '', ...others] = actors
  return [
    { actor: first, turns },
    ...others.map((actor) => ({ actor, turns: null })),
    { actor: first, turns: null },
  ]
}

/** One is stopped after some turns, the other one after some of its own, then each goes to its end in that order. */
export const stoppedTwice = (
  [first = '', second = '']: readonly string[],
  turns: number,
  turnsOfSecond: number,
): Stretch[] => [
  { actor: first, turns },
  { actor: second, turns: turnsOfSecond },
  { actor: first, turns: null },
  { actor: second, turns: null },
]

/** Any waiting actor may get the turn; `below(n)` draws a number from 0 to n - 1. */
export const randomly =
  (below: (n: number) => number): Choose =>
  (ready) =>
    ready[below(ready.length)]?.actor ?? ''

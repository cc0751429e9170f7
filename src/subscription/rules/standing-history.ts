import { isLive } from './subscription-state.ts'
import type { SubscriptionState } from './subscription-state.ts'

/** What a subscription brings and whether it does, at one moment. */
export interface Standing {
  readonly state: SubscriptionState
  readonly planCode: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly intervalMonths: number
}

/** From `at` on the subscription stood like this. */
export interface Turn {
  readonly at: Temporal.Instant
  readonly to: Standing
}

/** A subscription's whole life, the earliest turn first; the first one is its start. */
export type StandingHistory = readonly Turn[]

/** What is written down of a subscription, as far as its standing goes. */
export interface StandingRecords {
  readonly startedAt: Temporal.Instant
  /** In the order in which they were made; `undoneAt` when it was taken back. */
  readonly changes: readonly {
    readonly at: Temporal.Instant
    readonly undoneAt: Temporal.Instant | null
    readonly before: Standing
    readonly after: Standing
  }[]
  /** When its billing cycles were settled: what the shop does by itself happens at one of these. */
  readonly settledAt: readonly Temporal.Instant[]
  readonly now: Standing
}

interface Move {
  readonly at: Temporal.Instant
  readonly from: Standing
  readonly to: Standing
}

const movesOf = ({ changes }: StandingRecords): Move[] =>
  changes.flatMap(({ at, undoneAt, before, after }) => [
    { at, from: before, to: after },
    ...(undoneAt === null ? [] : [{ at: undoneAt, from: after, to: before }]),
  ])

const isSame = (a: Standing, b: Standing): boolean =>
  a.state === b.state &&
  a.planCode === b.planCode &&
  a.quantity === b.quantity &&
  a.unitPriceCents === b.unitPriceCents &&
  a.intervalMonths === b.intervalMonths

const isBetween = (at: Temporal.Instant, from: Temporal.Instant, to: Temporal.Instant | null): boolean =>
  Temporal.Instant.compare(at, from) > 0 && (to === null || Temporal.Instant.compare(at, to) <= 0)

/** When the shop changed a subscription between two moments; without a trace, right after the first. */
const quietTurnAt = (
  settledAt: readonly Temporal.Instant[],
  from: Temporal.Instant,
  to: Temporal.Instant | null,
): Temporal.Instant => settledAt.filter((at) => isBetween(at, from, to)).at(-1) ?? from

/** Subscriptions start active, or with a start to come; only later one fails. */
const startOf = (known: Standing): Standing => (!isLive(known.state) ? { ...known, state: 'active' } : known)

/**
 * The life of a subscription from its records. What a member or the shop changed is written down with before and after;
 * what follows from billing alone (a failed end, a price that became due) shows as a gap between two records, and is
 * dated by the last billing cycle that was settled in the gap.
 */
export const standingHistory = (records: StandingRecords): StandingHistory => {
  const moves = movesOf(records)
  const turns: Turn[] = [{ at: records.startedAt, to: startOf(moves[0]?.from ?? records.now) }]
  const turn = (at: Temporal.Instant, to: Standing): void => {
    const last = turns.at(-1)
    if (last && !isSame(last.to, to)) turns.push({ at, to })
  }
  const quietly = (to: Standing, until: Temporal.Instant | null): void => {
    const last = turns.at(-1)
    if (last) turn(quietTurnAt(records.settledAt, last.at, until), to)
  }
  for (const move of moves) {
    quietly(move.from, move.at)
    turn(move.at, move.to)
  }
  quietly(records.now, null)
  return turns
}

/** How a subscription stood at a moment; null before its start. */
export const standingAt = (history: StandingHistory, moment: Temporal.Instant): Standing | null =>
  history.findLast(({ at }) => Temporal.Instant.compare(at, moment) <= 0)?.to ?? null

import type { Act } from './act.ts'
import { following, stoppedOnce, stoppedTwice, type Grain, type Stretch } from './schedules.ts'
import type { Interleaving, Theater } from './theater.ts'

/** What came of all the orders in which two acts were run against each other. */
export interface PairReport {
  readonly runs: number
  /** A sentence for each thing that may not be, with the order in which it came about. */
  readonly broken: readonly string[]
}

const wordsOf = (stretches: readonly Stretch[]): string =>
  stretches.map(({ actor, turns }) => `${actor}${turns === null ? '' : ` ${turns}`}`).join(', ')

/** No act has more turns that matter than this; an end for what would otherwise poll for ever. */
const mostTurns = 120

/** Whether `actor` had ended before another one had its first turn after `from`. */
const endedUnstopped = ({ trace }: Interleaving, actor: string, from: number): boolean => {
  const end = trace.indexOf(`${actor}: done`)
  const other = trace.findIndex((line, at) => at >= from && !line.startsWith(`${actor}:`))
  return end !== -1 && (other === -1 || end < other)
}

/** The line of the trace at which the second actor had its first turn. */
const secondStarts = ({ trace }: Interleaving, second: string): number =>
  trace.findIndex((line) => line.startsWith(`${second}:`))

/**
 * Runs two acts against each other in every order in which one of them is stopped once, at each of its turns; with
 * `twice` also in every order in which both are stopped once, at each boundary of theirs.
 */
export const sweepPair = async (
  theater: Theater,
  pair: readonly [Act, Act],
  { grain, twice }: { readonly grain: Grain; readonly twice: boolean },
): Promise<PairReport> => {
  const broken: string[] = []
  let runs = 0
  const play = async (stretches: readonly Stretch[], grained: Grain): Promise<Interleaving> => {
    runs += 1
    const played = await theater.play(pair, following(stretches, grained))
    const order = `A "${pair[0].name}", B "${pair[1].name}", by ${grained}s: ${wordsOf(stretches)}`
    broken.push(...played.broken.map((sentence) => `${order}: ${sentence}`))
    return played
  }
  const stopsOf = async (actors: readonly [string, string], grained: Grain): Promise<number> => {
    for (let turns = 0; turns < mostTurns; turns += 1) {
      const played = await play(stoppedOnce(actors, turns), grained)
      if (turns > 0 && endedUnstopped(played, actors[0], 0)) return turns
    }
    return mostTurns
  }
  const stopBoth = async (actors: readonly [string, string]): Promise<void> => {
    const stops = await stopsOf(actors, 'boundary')
    for (let turns = 1; turns < stops; turns += 1) {
      for (let other = 1; other < mostTurns; other += 1) {
        const played = await play(stoppedTwice(actors, turns, other), 'boundary')
        if (endedUnstopped(played, actors[1], secondStarts(played, actors[1]))) break
      }
    }
  }
  const [act, other] = pair
  const orders =
    act === other
      ? ([['A', 'B']] as const)
      : ([
          ['A', 'B'],
          ['B', 'A'],
        ] as const)
  for (const actors of orders) {
    if (grain === 'statement' || !twice) await stopsOf(actors, grain)
    if (twice) await stopBoth(actors)
  }
  return { runs, broken }
}

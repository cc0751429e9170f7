import type { Action } from './action.ts'
import {
  distinctStops,
  following,
  stoppedOnce,
  stoppedTwice,
  type Granularity,
  type Stretch,
} from './schedules.ts'
import type { Interleaving, InterleavingEnvironment } from './environment.ts'

/** The results of all the orders in which two actions were run against each other. */
export interface PairReport {
  readonly runs: number
  /** A sentence for each violation, with the order of statements that led to it. */
  readonly broken: readonly string[]
}

const describe = (stretches: readonly Stretch[]): string =>
  stretches.map(({ actor, turns }) => `${actor}${turns === null ? '' : ` ${turns}`}`).join(', ')

/** No action has more relevant turns than this; a limit for what would otherwise poll forever. */
const maxTurns = 120

/** Whether `actor` had ended before another one had its first turn after `from`. */
const endedUnstopped = ({ trace }: Interleaving, actor: string, from: number): boolean => {
  const end = trace.indexOf(`${actor}: done`)
  const other = trace.findIndex((line, at) => at >= from && !line.startsWith(`${actor}:`))
  return end !== -1 && (other === -1 || end < other)
}

/** The line of the trace at which the second actor had its first turn. */
const secondStarts = ({ trace }: Interleaving, second: string): number =>
  trace.findIndex((line) => line.startsWith(`${second}:`))

/** What an actor did until it had ended, one point after the other. */
const pointsOf = ({ trace }: Interleaving, actor: string): string[] => {
  const own = trace
    .filter((line) => line.startsWith(`${actor}: `))
    .map((line) => line.slice(actor.length + 2))
  return own.slice(
    0,
    own.findIndex((name) => name === 'done' || name.startsWith('threw ')),
  )
}

/**
 * Runs two actions against each other in every order in which one of them is stopped once, at each of its turns; with
 * `twice` also in every order in which both are stopped once, at each of their boundaries.
 */
export const sweepPair = async (
  environment: InterleavingEnvironment,
  pair: readonly [Action, Action],
  { granularity, stopsTwice }: { readonly granularity: Granularity; readonly stopsTwice: boolean },
): Promise<PairReport> => {
  const broken: string[] = []
  let runs = 0
  const play = async (stretches: readonly Stretch[], withGranularity: Granularity): Promise<Interleaving> => {
    runs += 1
    const played = await environment.play(pair, following(stretches, withGranularity))
    const order = `A "${pair[0].name}", B "${pair[1].name}", by ${withGranularity}s: ${describe(stretches)}`
    broken.push(...played.broken.map((sentence) => `${order}: ${sentence}`))
    return played
  }
  const stopAtStatements = async (actors: readonly [string, string]): Promise<void> => {
    for (let turns = 0; turns < maxTurns; turns += 1) {
      const played = await play(stoppedOnce(actors, turns), 'statement')
      if (turns > 0 && endedUnstopped(played, actors[0], 0)) return
    }
  }
  const stopAtBoundaries = async (actors: readonly [string, string]): Promise<readonly number[]> => {
    // Not stopped at all; not begun yet is this one with the actors exchanged.
    const whole = await play(stoppedOnce(actors, maxTurns), 'boundary')
    const stops = distinctStops(pointsOf(whole, actors[0]))
    for (const turns of stops) await play(stoppedOnce(actors, turns), 'boundary')
    return stops
  }
  const stopBoth = async (actors: readonly [string, string]): Promise<void> => {
    const stops = await stopAtBoundaries(actors)
    for (const turns of stops) {
      for (let other = 1; other < maxTurns; other += 1) {
        const played = await play(stoppedTwice(actors, turns, other), 'boundary')
        if (endedUnstopped(played, actors[1], secondStarts(played, actors[1]))) break
      }
    }
  }
  const [action, other] = pair
  const orders =
    action === other
      ? ([['A', 'B']] as const)
      : ([
          ['A', 'B'],
          ['B', 'A'],
        ] as const)
  for (const actors of orders) {
    if (granularity === 'statement') await stopAtStatements(actors)
    if (stopsTwice) await stopBoth(actors)
    else if (granularity === 'boundary') await stopAtBoundaries(actors)
  }
  return { runs, broken }
}

import type { AppDeps } from './app-deps.ts'
import { createRateCounters } from './rate-counters.ts'

const known = new WeakMap<AppDeps, ReturnType<typeof createRateCounters>>()

// The counters of a process remember its runs, so that the check each second needs no query.
const counters = (deps: AppDeps): ReturnType<typeof createRateCounters> => {
  const found = known.get(deps) ?? createRateCounters(deps)
  known.set(deps, found)
  return found
}

/** Whether a named piece of work is due: once in this many seconds, in any process. A lost counter only repeats it. */
export const isDueOnceIn = async (deps: AppDeps, name: string, seconds: number): Promise<boolean> => {
  const run = { parts: [name], max: 1, seconds, cost: 1, refuses: true }
  return (await counters(deps).take([run])).length === 0
}

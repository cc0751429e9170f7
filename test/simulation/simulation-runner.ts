import { createHash } from 'node:crypto'
import { actionsIn, sumOf, type ActionCounts } from './action-counts.ts'
import { runPooled } from './process-pool.ts'
import { brokenResult, resultOf, type SimulationResult } from './simulation-result.ts'

/** What is simulated: a shop with all random events, or so many sequences of previews and charges. */
export type SimulationKind = 'chance' | { readonly sequences: number }

/** One seed, for one of the processes. */
export interface SimulationRequest {
  readonly seed: number
  readonly kind: SimulationKind
}

interface SimulationBatch {
  readonly kind: SimulationKind
  readonly first: number
  readonly count: number
  /** At once. */
  readonly processes: number
}

/** The results of many simulations. */
interface BatchReport {
  /** How many seeds have a result. */
  readonly seeds: number
  readonly failing: readonly number[]
  readonly counts: Readonly<Record<string, number>>
  readonly actions: ActionCounts
  /** A hash of all log lines and records: the same seeds on the same shop give the same hash, on any machine. */
  readonly hash: string
}

/** Collects the log and prints failures at once. */
const createBatchReporter = (wanted: number, print: (text: string) => void) => {
  const hashes = new Map<number, string>()
  const failing: number[] = []
  const totals: Record<string, number> = {}
  let actions: ActionCounts = {}
  const start = performance.now()
  return {
    onResult: ({ seed, log, broken, hash, counts }: SimulationResult): void => {
      hashes.set(seed, hash)
      actions = sumOf(actions, actionsIn(log))
      for (const [what, n] of Object.entries(counts)) totals[what] = (totals[what] ?? 0) + n
      if (broken.length === 0) return
      failing.push(seed)
      print(`\nSeed ${seed}:\n  ${[...broken, '', ...log].join('\n  ')}`)
    },
    reportProgress: (): void => {
      const each = (performance.now() - start) / 1000 / Math.max(1, hashes.size)
      const left = Math.ceil(((wanted - hashes.size) * each) / 60)
      print(`${hashes.size} of ${wanted} seeds, ${each.toFixed(2)} s each, ${failing.length} failing, ${left} min left`) // prettier-ignore
    },
    report: (): BatchReport => {
      const inOrder = [...hashes].toSorted(([a], [b]) => a - b).map(([seed, hash]) => `${seed} ${hash}`)
      const hash = createHash('sha256').update(inOrder.join('\n')).digest('hex').slice(0, 16)
      return { seeds: hashes.size, failing: failing.toSorted((a, b) => a - b), counts: totals, actions, hash }
    },
  }
}

/** Simulates many seeds, each of which has a result, and prints its progress. */
export const runSimulations = async (
  { kind, first, count, processes }: SimulationBatch,
  print: (text: string) => void,
): Promise<BatchReport> => {
  const reporter = createBatchReporter(count, print)
  const progress = setInterval(reporter.reportProgress, 15_000)
  try {
    await runPooled<SimulationRequest>({
      program: 'simulation-process.ts',
      requests: Array.from({ length: count }, (_, at) => ({ seed: first + at, kind })),
      processes,
      onAnswer: ({ seed }, answer) => reporter.onResult(resultOf(seed, answer)),
      onEnd: ({ seed }, reason) => reporter.onResult(brokenResult(seed, reason)),
    })
  } finally {
    clearInterval(progress)
  }
  reporter.reportProgress()
  const report = reporter.report()
  if (report.seeds !== count) throw new Error(`${report.seeds} of ${count} seeds have a result`)
  return report
}

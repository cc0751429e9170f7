import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { startTemporaryServer } from '#platform/postgres/temporary-server.ts'
import { compiledFolder } from '../support/compiled-folder.ts'
import { actionsIn, sumOf, type ActionCounts } from './action-counts.ts'
import { createTemplate, type TestServer } from '../support/database.ts'
import { brokenResult, resultOf, type SimulationResult } from './simulation-result.ts'

/** A process accumulates memory; a fresh one replaces it before that is much. */
const runsPerProcess = 300

/** What is simulated: a shop with all random events, or so many sequences of previews and charges. */
export type SimulationKind = 'chance' | { readonly sequences: number }

const launch = (server: TestServer): ChildProcess =>
  fork(join(import.meta.dirname, 'simulation-process.ts'), {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder,
      NODE_ENV: 'production',
      SIMULATION_SERVER: JSON.stringify(server),
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** Seeds that processes take one after the other. */
interface Seeds {
  readonly next: () => number | null
  readonly areLeft: () => boolean
}

const seedsFrom = (first: number, count: number): Seeds => {
  let given = 0
  const areLeft = (): boolean => given < count
  return { areLeft, next: () => (areLeft() ? first + given++ : null) }
}

/** One process, from its start to its end; a seed in which it ends by itself counts as broken. */
const runInProcess = async (
  server: TestServer,
  kind: SimulationKind,
  seeds: Seeds,
  onResult: (result: SimulationResult) => void,
): Promise<void> => {
  const child = launch(server)
  let [currentSeed, left]: [number | null, number] = [null, runsPerProcess]
  child.on('message', (message: unknown) => {
    // The first message only says that it is ready.
    if (currentSeed !== null) onResult(resultOf(currentSeed, message))
    currentSeed = left > 0 ? seeds.next() : null
    left -= 1
    if (currentSeed === null) child.disconnect()
    else child.send({ seed: currentSeed, kind })
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  const code = await ended
  if (currentSeed !== null) onResult(brokenResult(currentSeed, `its process ended with ${code}`))
  else if (code !== 0) throw new Error(`a simulation process ended with ${code}`)
}

interface SimulationBatch {
  readonly kind: SimulationKind
  readonly first: number
  readonly count: number
  /** At once. */
  readonly processes: number
}

/** Simulates many seeds in some processes; `tell` is called for each one when it ends, in any order. */
const runAll = async (
  server: TestServer,
  { kind, first, count, processes }: SimulationBatch,
  onResult: (result: SimulationResult) => void,
): Promise<void> => {
  const seeds = seedsFrom(first, count)
  const lane = async (): Promise<void> => {
    while (seeds.areLeft()) await runInProcess(server, kind, seeds, onResult)
  }
  await Promise.all(Array.from({ length: processes }, lane))
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

/** Simulates many seeds on a server of its own, and prints its progress. */
export const runSimulations = async (
  batch: SimulationBatch,
  print: (text: string) => void,
): Promise<BatchReport> => {
  const server = await startTemporaryServer()
  const reporter = createBatchReporter(batch.count, print)
  const progress = setInterval(reporter.reportProgress, 15_000)
  try {
    const template = await createTemplate(server.address)
    await runAll({ address: server.address, template }, batch, reporter.onResult)
  } finally {
    clearInterval(progress)
    await server.stop()
  }
  reporter.reportProgress()
  const report = reporter.report()
  if (report.seeds !== batch.count) throw new Error(`${report.seeds} of ${batch.count} seeds have a result`)
  return report
}

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseAddress } from '#platform/database.ts'
import { bundled, root } from './bundled.ts'
import { compiledFolder } from './compiled-folder.ts'

export interface RenewalConfig {
  readonly address: DatabaseAddress
  readonly publicUrl: string
  readonly sandboxUrl: string
  readonly carrierUrl: string
  readonly dataFolder: string
  readonly contentFolder: string
  /** The offset of its clock. */
  readonly skewMs: number
}

interface Worker {
  readonly child: ChildProcess
  state: 'starting' | 'ready' | 'working'
}

const skewsMs = [-300_000, -100_000, 100_000, 300_000]

/** Processes that wait to take the place of a killed one: starting takes longer than the time between two kills. */
const spares = 3

const launch = (program: string, config: RenewalConfig, output: string[]): ChildProcess => {
  const child = fork(program, {
    env: {
      NODE_COMPILE_CACHE: compiledFolder,
      ...process.env,
      NODE_ENV: 'production',
      RENEWALS_OF: JSON.stringify(config),
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => output.push(piece.toString('utf8')))
  return child
}

/** So many worker processes at once, each with a clock of its own; one that is killed is followed by another. */
export const startRenewalWorkers = async (
  shop: Omit<RenewalConfig, 'skewMs' | 'contentFolder'>,
  count: number,
) => {
  const program = await bundled('renewal-process')
  const config = { ...shop, contentFolder: join(root, 'content') }
  const workers = new Set<Worker>()
  const output: string[] = []
  let started = 0
  let isOver = false
  // Nobody starts before all are ready, so that the first kill comes while there is work, however slow the start was.
  let hasBegun = false
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const inState = (state: Worker['state']): Worker[] =>
    [...workers].filter((worker) => worker.state === state)
  const startMissing = (): void => {
    if (!hasBegun && inState('ready').length < count + spares) return
    hasBegun = true
    begin()
    for (const worker of inState('ready').slice(0, count - inState('working').length)) {
      worker.state = 'working'
      worker.child.send('work')
    }
  }
  const start = (): void => {
    const child = launch(
      program,
      { ...config, skewMs: skewsMs[(started += 1) % skewsMs.length] ?? 0 },
      output,
    )
    const worker: Worker = { child, state: 'starting' }
    workers.add(worker)
    child.once('message', () => {
      worker.state = 'ready'
      startMissing()
    })
    child.once('exit', () => {
      workers.delete(worker)
      if (isOver) return
      startMissing()
      start()
    })
  }
  for (let worker = 0; worker < count + spares; worker += 1) start()
  await begun
  return {
    /** What they wrote to their logs. */
    output: output,
    /** Kills the one that has worked longest; false while there is nobody to take its place. */
    killOldest: (): boolean => {
      const [oldest] = inState('working')
      if (oldest === undefined || inState('ready').length === 0) return false
      workers.delete(oldest)
      return oldest.child.kill('SIGKILL')
    },
    stop: async (): Promise<void> => {
      isOver = true
      await Promise.all(
        [...workers].map(async ({ child }) => {
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
    },
  }
}

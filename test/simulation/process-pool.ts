import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { startTemporaryServer } from '#platform/postgres/temporary-server.ts'
import { compiledFolder } from '../support/compiled-folder.ts'
import { createTemplate, type TestServer } from '../support/database.ts'

/** A process accumulates memory; a fresh one replaces it before that is much. */
const requestsPerProcess = 300

/** What processes do, a request after the other. */
export interface PooledWork<Request extends object> {
  /** The program, in this folder: it sends a message when it is ready, and one for each request. */
  readonly program: string
  readonly requests: readonly Request[]
  /** At once. */
  readonly processes: number
  /** The answer to a request, as it was sent, in any order. */
  readonly onAnswer: (request: Request, answer: unknown) => void
  /** A request in which its process ended by itself. */
  readonly onEnd: (request: Request, reason: string) => void
}

const launch = (program: string, server: TestServer): ChildProcess =>
  fork(join(import.meta.dirname, program), {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder,
      NODE_ENV: 'production',
      SIMULATION_SERVER: JSON.stringify(server),
    },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** One process, from its start to its end. */
const runInProcess = async <Request extends object>(
  server: TestServer,
  work: PooledWork<Request>,
  waiting: Request[],
): Promise<void> => {
  const child = launch(work.program, server)
  let [current, left]: [Request | null, number] = [null, requestsPerProcess]
  child.on('message', (message: unknown) => {
    // The first message only says that it is ready.
    if (current !== null) work.onAnswer(current, message)
    current = left > 0 ? (waiting.shift() ?? null) : null
    left -= 1
    if (current === null) child.disconnect()
    else child.send(current)
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  const code = await ended
  if (current !== null) work.onEnd(current, `its process ended with ${code}`)
  else if (code !== 0) throw new Error(`a simulation process ended with ${code}`)
}

/** Shares requests out to some processes, which have a database server of their own. */
export const runPooled = async <Request extends object>(work: PooledWork<Request>): Promise<void> => {
  const server = await startTemporaryServer()
  try {
    const template = await createTemplate(server.address)
    const waiting = [...work.requests]
    const lane = async (): Promise<void> => {
      while (waiting.length > 0) await runInProcess({ address: server.address, template }, work, waiting)
    }
    await Promise.all(Array.from({ length: work.processes }, lane))
  } finally {
    await server.stop()
  }
}

/** The server of the pool that this process is part of. */
export const serverOfPool = (): TestServer => JSON.parse(process.env['SIMULATION_SERVER'] ?? '{}')

/** In a process of a pool: answers each request, one after the other; `toFailure` makes an answer of what was thrown. */
export const answerPool = <Request, Answer extends object>(
  answer: (request: Request) => Promise<Answer>,
  toFailure: (request: Request, thrown: unknown) => Answer,
): void => {
  process.once('disconnect', () => process.exit(0))
  process.on('message', (request: Request) => {
    void answer(request)
      .catch((thrown: unknown) => toFailure(request, thrown))
      .then((made) => process.send?.(made))
  })
  process.send?.('ready')
}

/** What was thrown, with its cause. */
export const thrownText = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.message}\n${String(thrown.cause)}` : String(thrown)

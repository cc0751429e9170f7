import { startStopwatch } from '../clock.ts'
import type { DatabaseAddress } from '../database.ts'
import type { Log } from '../log.ts'
import { startEmbeddedServer, type EmbeddedOptions, type EmbeddedServer } from './embedded-server.ts'

/** An embedded server that is restarted, at the same address, whenever it ends unexpectedly. */
export type SupervisedServer = Pick<EmbeddedServer, 'address' | 'adopted' | 'stop'>

/** The end of a server that this process started is reported by the system; the look is for what nobody thought of. */
const checkEveryMs = { started: 10_000, adopted: 250 }
/** One of this many looks at an adopted server is thorough: its process id may belong to another process by then. */
const looksPerCheck = 8
const firstRetryMs = 250
const maxRetryMs = 5_000
/** A server that ended sooner may end again: each wait before its next start is longer. */
const steadySeconds = 10

const folderOf = (address: DatabaseAddress): string | undefined =>
  address.kind === 'socket' ? address.folder : undefined

/**
 * Restarts the server at the address that its clients use. One that was started elsewhere meanwhile, for example by
 * hand, is ended first: two addresses would leave this process without a database.
 */
const restart = async (options: EmbeddedOptions, address: DatabaseAddress): Promise<EmbeddedServer> => {
  const socketFolder = folderOf(address)
  const restartOptions = socketFolder === undefined ? options : { ...options, socketFolder }
  const server = await startEmbeddedServer(restartOptions)
  if (folderOf(server.address) === socketFolder) return server
  await server.stop()
  return startEmbeddedServer(restartOptions)
}

/** A wait that can be ended early. */
const createPause = () => {
  let end = (): void => undefined
  return {
    wait: (milliseconds: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref()
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: (): void => end(),
  }
}

/** Resolves when the server has ended or `isStopped`. */
const untilEnded = async (
  server: EmbeddedServer,
  pause: ReturnType<typeof createPause>,
  isStopped: () => boolean,
): Promise<void> => {
  let ended = false
  void server.ended?.then(() => {
    ended = true
    pause.end()
  })
  for (let look = 1; !isStopped(); look += 1) {
    if (ended || !server.isThere()) return
    await pause.wait(server.ended === null ? checkEveryMs.adopted : checkEveryMs.started)
    const isThorough = server.ended !== null || look % looksPerCheck === 0
    if (!isStopped() && isThorough && !(await server.isAlive())) return
  }
}

/**
 * Milliseconds before a server that ran for `lived` is started again, which waited for `before` the last time: longer each
 * time that it soon ends. Never none: when all processes are asked to end, the stop comes a moment later.
 */
export const waitBefore = (lived: number, before: number): number =>
  lived < steadySeconds * 1_000 ? Math.min(Math.max(2 * before, firstRetryMs), maxRetryMs) : firstRetryMs

interface Watch {
  readonly options: EmbeddedOptions
  readonly log: Log
  readonly pause: ReturnType<typeof createPause>
  readonly isStopped: () => boolean
}

/** Tries until the server runs at the address; the one before when `isStopped` comes first. */
const restartUntilItRuns = async (
  { options, log, pause, isStopped }: Watch,
  before: EmbeddedServer,
  address: DatabaseAddress,
): Promise<EmbeddedServer> => {
  for (let waitMs = firstRetryMs; !isStopped(); waitMs = Math.min(2 * waitMs, maxRetryMs)) {
    try {
      const server = await restart(options, address)
      log.warn({}, 'the database server runs again')
      return server
    } catch (thrown) {
      log.error({ err: thrown }, 'the database server could not be started again')
      if (!isStopped()) await pause.wait(waitMs)
    }
  }
  return before
}

/**
 * Starts or adopts the server and keeps it running until `stop`: the end of one that was started here is noticed at once, of one
 * that was adopted within a quarter of a second. A failed start is retried, after a wait that doubles up to five seconds; so is that of a server which soon ends.
 * Throws StartFailure at the first start only.
 */
export const superviseEmbeddedServer = async (
  options: EmbeddedOptions,
  log: Log,
): Promise<SupervisedServer> => {
  let server = await startEmbeddedServer(options)
  const { address, adopted } = server
  const stopping = new AbortController()
  const pause = createPause()
  const watch: Watch = { options, log, pause, isStopped: () => stopping.signal.aborted }
  const superviseUntilStopped = async (): Promise<void> => {
    for (let waitMs = 0; ;) {
      const lived = startStopwatch()
      await untilEnded(server, pause, watch.isStopped)
      waitMs = waitBefore(lived(), waitMs)
      if (!watch.isStopped()) await pause.wait(waitMs)
      if (watch.isStopped()) return
      log.error({}, 'the database server ended and is started again')
      server = await restartUntilItRuns(watch, server, address)
    }
  }
  const supervision = superviseUntilStopped()
  return {
    address,
    adopted,
    stop: async () => {
      stopping.abort()
      pause.end()
      await supervision
      await server.stop()
    },
  }
}

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

/** Resolves to true once the server is gone, to false when `isStopped`. */
const gone = async (
  server: EmbeddedServer,
  pause: ReturnType<typeof createPause>,
  isStopped: () => boolean,
): Promise<boolean> => {
  let hasEnded = false
  const notice = (): void => {
    hasEnded = true
    pause.end()
  }
  void server.ended?.then(notice)
  for (let look = 1; !isStopped(); look += 1) {
    if (hasEnded || !server.isThere()) return true
    await pause.wait(server.ended === null ? checkEveryMs.adopted : checkEveryMs.started)
    const isThorough = server.ended !== null || look % looksPerCheck === 0
    if (!isStopped() && isThorough && !(await server.isAlive())) return true
  }
  return false
}

/**
 * Starts or adopts the server and keeps it running until `stop`: the end of one that was started here is noticed at once, of one
 * that was adopted within a quarter of a second. A failed start is retried, after a wait that doubles up to five seconds.
 * Throws StartFailure at the first start only.
 */
export const superviseEmbeddedServer = async (
  options: EmbeddedOptions,
  log: Log,
): Promise<SupervisedServer> => {
  const first = await startEmbeddedServer(options)
  const { address, adopted } = first
  let server = first
  const stopping = new AbortController()
  const isStopped = (): boolean => stopping.signal.aborted
  const pause = createPause()
  const restartUntilItRuns = async (): Promise<void> => {
    for (let waitMs = firstRetryMs; !isStopped(); waitMs = Math.min(2 * waitMs, maxRetryMs)) {
      try {
        server = await restart(options, address)
        return log.warn({}, 'the database server runs again')
      } catch (thrown) {
        log.error({ err: thrown }, 'the database server could not be started again')
        if (!isStopped()) await pause.wait(waitMs)
      }
    }
  }
  const superviseUntilStopped = async (): Promise<void> => {
    while (await gone(server, pause, isStopped)) {
      log.error({}, 'the database server ended and is started again')
      await restartUntilItRuns()
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

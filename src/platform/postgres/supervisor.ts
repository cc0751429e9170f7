import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '../database.ts'
import type { Log } from '../log.ts'
import { startEmbeddedServer, type EmbeddedOptions, type EmbeddedServer } from './embedded-server.ts'

/** An embedded server that is restarted, at the same address, whenever it ends unexpectedly. */
export type SupervisedServer = Pick<EmbeddedServer, 'address' | 'adopted' | 'stop'>

const checkEveryMs = 250
/** One of this many checks is thorough: the process id may belong to another process by then. */
const looksPerCheck = 8
const maxWaitMs = 5_000

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

/**
 * Starts or adopts the server and keeps it running until `stop`: its end is noticed within a quarter of a second. A
 * failed start is retried, after a wait that doubles up to five seconds. Throws StartFailure at the first start only.
 */
export const superviseEmbeddedServer = async (
  options: EmbeddedOptions,
  log: Log,
): Promise<SupervisedServer> => {
  const first = await startEmbeddedServer(options)
  const { address, adopted } = first
  let server = first
  const stopping = new AbortController()
  const wait = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
  const superviseUntilStopped = async (): Promise<void> => {
    let failures = 0
    for (let look = 1; !stopping.signal.aborted; look += 1) {
      await wait(Math.min(checkEveryMs * 2 ** failures, maxWaitMs))
      const isQuick = failures === 0 && look % looksPerCheck !== 0
      if (stopping.signal.aborted || (server.isThere() && (isQuick || (await server.isAlive())))) continue
      log.error({}, 'the database server ended and is started again')
      try {
        server = await restart(options, address)
        failures = 0
        log.warn({}, 'the database server runs again')
      } catch (thrown) {
        failures += 1
        log.error({ err: thrown }, 'the database server could not be started again')
      }
    }
  }
  const supervision = superviseUntilStopped()
  return {
    address,
    adopted,
    stop: async () => {
      stopping.abort()
      await supervision
      await server.stop()
    },
  }
}

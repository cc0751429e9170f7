import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '../database.ts'
import { StartFailure } from '../start-failure.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { createCluster, serverEnvironment } from './cluster.ts'
import {
  clearDeadServer,
  endServer,
  isServing,
  isThere,
  readPostmaster,
  type Postmaster,
} from './postmaster.ts'
import { chooseServerUser, reachFolder, type ServerUser } from './server-user.ts'
import { acceptsConnections, createSocketFolder, ensureDatabase, socketAddress } from './socket.ts'

export interface EmbeddedOptions {
  /** Existing folder that holds everything of this server. One process at a time may ask for it. */
  readonly folder: string
  readonly database: string
  readonly maxConnections: number
  /** False only for disposable data, such as a test's. */
  readonly durable: boolean
  /** Where clients expect the socket; if missing, the server gets a new folder. */
  readonly socketFolder?: string
}

/** A running PostgreSQL server of our own. */
export interface EmbeddedServer {
  readonly address: DatabaseAddress
  /** True when it was already running, left by a killed shop. */
  readonly adopted: boolean
  /** Whether a process has the server's number: costs next to nothing, and takes another one with that number for it. */
  readonly isThere: () => boolean
  /** Resolves when the process ends; null for a server that another process started, of which the system tells nobody here. */
  readonly ended: Promise<unknown> | null
  /** Whether the server process lives. */
  readonly isAlive: () => Promise<boolean>
  /** Fast shutdown; waits until the server has ended. */
  readonly stop: () => Promise<void>
}

const serverSettings = (socketFolder: string, { maxConnections, durable }: EmbeddedOptions): string[] => {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: maxConnections,
    shared_buffers: '32MB',
    max_wal_size: '256MB',
    max_wal_senders: 0,
    max_parallel_workers_per_gather: 0,
    autovacuum_max_workers: 2,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Statements and details quote what people typed; neither belongs in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const maxLogBytes = 1_000_000

/** Starts the program. Its log is a file and not a pipe, so that it outlives us with its log if we are killed. */
const launch = async (
  binaries: Binaries,
  user: ServerUser | null,
  data: string,
  options: EmbeddedOptions,
) => {
  const socketFolder = await createSocketFolder(user, options.socketFolder)
  const path = join(options.folder, 'server.log')
  const size = await stat(path).then((found) => found.size, () => 0) // prettier-ignore
  if (size > maxLogBytes) await rename(path, `${path}.1`)
  const log = await open(path, 'a', 0o600)
  const { cwd, name } = reachFolder(data, user)
  const child = spawn(binaries.postgres, ['-D', name, ...serverSettings(socketFolder, options)], {
    ...user,
    cwd,
    env: serverEnvironment(),
    // A process group of its own: Ctrl-C reaches only the shop, which stops the server when it is done with it.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.on('error', () => undefined)
  child.unref()
  await log.close()
  return { child, socketFolder, lastLogError: () => lastLogError(path) }
}

const lastLogError = async (path: string): Promise<string> => {
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const errorLine = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? ''
  return errorLine.replace(/^.*?(FATAL|PANIC): +/, '').trim()
}

/** The server's lock file once it takes connections; null when `lives` says that it has ended instead. */
const whenReady = async (data: string, isAlive: () => Promise<boolean>): Promise<Postmaster | null> => {
  // Recovery after a power cut replays at most max_wal_size; two minutes are ample.
  for (let waited = 0; waited < 120_000; waited += 15) {
    const postmaster = await readPostmaster(data)
    if (postmaster?.ready && (await acceptsConnections(postmaster.socketFolder))) return postmaster
    if (!(await isAlive())) return null
    await sleep(15)
  }
  return null
}

/** A live server of this folder, or null after the remains of a dead or unreachable one were removed. */
const adopt = async (data: string): Promise<Postmaster | null> => {
  const found = await readPostmaster(data)
  if (found !== null && (await isServing(found.pid, data))) {
    // Running but unreachable: the temporary folder was cleaned, including the socket.
    const reachable = !found.ready || (await acceptsConnections(found.socketFolder))
    const ready = reachable ? await whenReady(data, () => isServing(found.pid, data)) : null
    if (ready !== null) return ready
    await endServer(found.pid, data)
  }
  await clearDeadServer(data, found)
  return null
}

/** Unlike `once`, it waits for nothing when the process has ended already, and an error later is nobody's. */
const endOf = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve()

const isChildAlive = async (child: ChildProcess): Promise<boolean> =>
  child.exitCode === null && child.signalCode === null && child.pid !== undefined

/**
 * Starts PostgreSQL on `folder`, creating it at the first time, or adopts the server that is already running on it.
 * Throws StartFailure with the reason when neither works.
 */
export const startEmbeddedServer = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const data = join(options.folder, 'data')
  const user = await chooseServerUser(data)
  const binaries = await findBinaries(user)
  await createCluster(binaries, user, data, options.durable)
  let reason = ''
  // A server that a killed start had just launched may get the folder's lock first; then the next round adopts it.
  for (let round = 0; round < 3; round += 1) {
    const adopted = await adopt(data)
    if (adopted !== null) return running(adopted, null, data, options.database)
    const {
      child,
      socketFolder,
      lastLogError: readLastLogError,
    } = await launch(binaries, user, data, options)
    const started = await whenReady(data, () => isChildAlive(child))
    if (started !== null)
      return running(started, started.socketFolder === socketFolder ? child : null, data, options.database)
    reason = await readLastLogError()
    await rm(socketFolder, { recursive: true, force: true })
  }
  throw new StartFailure(
    `The database server did not start: ${reason} (see ${join(options.folder, 'server.log')}).`,
  )
}

/** Where the server that runs on `folder` now takes connections; null when none does. */
export const runningServerAddress = async (
  folder: string,
  database: string,
): Promise<DatabaseAddress | null> => {
  const postmaster = await readPostmaster(join(folder, 'data'))
  if (postmaster === null || !postmaster.ready || !(await acceptsConnections(postmaster.socketFolder)))
    return null
  return socketAddress(postmaster.socketFolder, database)
}

const running = async (
  { pid, socketFolder }: Postmaster,
  /** Null for one that somebody else started. */
  child: ChildProcess | null,
  data: string,
  database: string,
): Promise<EmbeddedServer> => {
  await ensureDatabase(socketFolder, database)
  return {
    address: socketAddress(socketFolder, database),
    adopted: child === null,
    isThere: () => isThere(pid),
    ended: child && endOf(child),
    isAlive: () => isServing(pid, data),
    stop: async () => {
      await endServer(pid, data)
      await rm(socketFolder, { recursive: true, force: true })
    },
  }
}

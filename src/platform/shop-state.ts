import type { Kysely } from 'kysely'
import { Client } from 'pg'
import { connectionSettings, type DatabaseAddress } from './database.ts'
import { withDueRunLock } from './advisory-locks.ts'
import type { Log } from './log.ts'
import { holdProcessNumber, releaseProcessNumber, type ProcessHome } from './process-store.ts'
import { sleep } from './clock.ts'
import type { Database } from './schema.ts'
import { readVersions, stateChannel, type StateName } from './shop-state-store.ts'

export type { StateName } from './shop-state-store.ts'

/** The versions of the facts that caches hang on, as this process knows them. */
export interface ShopState {
  /** The last known version; a cache made under another one is stale. */
  readonly version: (name: StateName) => number
  /** Reads the versions now; returns when all listeners have finished. */
  readonly refresh: () => Promise<void>
  /** Has `listener` called at each change of this version; a refresh waits for it. */
  readonly onChange: (name: StateName, listener: () => Promise<void>) => void
  /** The number that shows others that this process is running; null while it is not connected, or is alone. */
  readonly processNumber: () => number | null
  /** Runs `run` while other processes can see that this one does due work; its runs come one after the other. */
  readonly duringDueRun: <T>(run: () => Promise<T>) => Promise<T>
  readonly stop: () => Promise<void>
}

interface WatchOptions {
  readonly database: Kysely<Database>
  readonly address: DatabaseAddress
  readonly log: Log
  /**
   * How often to poll without a notification: the cost of a lost one. Null if nobody else changes anything, or not for
   * long enough to matter: then there is no listening connection either.
   */
  readonly pollMilliseconds: number | null
  /** The data folder that this process holds for itself; null without one. */
  readonly home?: ProcessHome | null
}

interface ChangeListener {
  /** Connects unless connected; the poll calls it again after a broken connection. */
  readonly ensure: () => Promise<void>
  readonly processNumber: ShopState['processNumber']
  readonly duringDueRun: ShopState['duringDueRun']
  readonly stop: () => Promise<void>
}

/** Waits between the attempts to connect again, in milliseconds; after the last one the poll tries. */
const reconnectWaits = [0, 100, 200, 400, 800]

/** A process that hangs on a server that is gone must be back before it counts as ended. */
const connectMilliseconds = 3_000

/** A connection that reports changes and its own end; it is not open yet. */
const newListener = (
  address: DatabaseAddress,
  onNotification: () => void,
  onEnd: (ended: Client) => void,
): Client => {
  const settings = connectionSettings(address, 'loam listener')
  const client = new Client({ ...settings, connectionTimeoutMillis: connectMilliseconds })
  client.on('error', () => onEnd(client))
  client.on('end', () => onEnd(client))
  client.on('notification', onNotification)
  return client
}

/** Connects, takes a number for this process, and listens; answers the number. */
const openListener = async (
  client: Client,
  holding: Parameters<typeof holdProcessNumber>[1],
): Promise<number> => {
  await client.connect()
  const number = await holdProcessNumber(client, holding)
  await client.query(`listen ${stateChannel}`)
  return number
}

/** Gives the number back at once; the end of the connection alone would look like a lost one. */
const leave = async (client: Client, number: number | null): Promise<void> => {
  if (number !== null) await releaseProcessNumber(client, number).catch(() => undefined)
  await client.end().catch(() => undefined)
}

/** Calls `connect` until it says that it is connected, or gives up. */
const reconnectSoon = async (connect: () => Promise<boolean>): Promise<void> => {
  for (const wait of reconnectWaits) {
    await sleep(wait)
    if (await connect()) return
  }
}

/**
 * A connection that listens and holds the number of this process. Both are only optimizations: without it the poll
 * still finds every change, and what this process requests is awaited by the clock.
 */
const listenForChanges = (options: WatchOptions, onNotification: () => void): ChangeListener => {
  const { address, log, home = null } = options
  let client: Client | null = null
  let number: number | null = null
  let isHeld = false
  let isStopped = false
  const forget = (broken: Client): void => {
    if (client !== broken) return
    client = null
    if (isHeld) void reconnect()
    isHeld = false
  }
  const ensure = async (): Promise<void> => {
    if (client !== null || isStopped) return
    const connecting = newListener(address, onNotification, forget)
    client = connecting
    try {
      number = await openListener(connecting, { previous: number, home })
      isHeld = client === connecting
    } catch (thrown) {
      forget(connecting)
      void connecting.end().catch(() => undefined)
      log.warn({ err: thrown }, 'cannot listen for changes; polling only')
    }
  }
  /** At once, so that nobody takes this process for an ended one. */
  const reconnect = async (): Promise<void> => {
    await reconnectSoon(() => ensure().then(() => client !== null || isStopped))
    // What changed meanwhile notified nobody.
    if (!isStopped) onNotification()
  }
  return {
    ensure,
    stop: async () => {
      isStopped = true
      if (client !== null) await leave(client, number)
    },
    processNumber: () => (isHeld ? number : null),
    duringDueRun: (run) =>
      client === null || number === null || !isHeld ? run() : withDueRunLock(client, number, run),
  }
}

const watchVersions = (database: Kysely<Database>) => {
  let versions: ReadonlyMap<string, number> = new Map()
  const listeners: { readonly name: StateName; readonly listener: () => Promise<void> }[] = []
  let last: Promise<void> = Promise.resolve()
  const read = async (): Promise<void> => {
    const before = versions
    versions = await readVersions(database)
    const changed = listeners.filter(({ name }) => versions.get(name) !== before.get(name))
    await Promise.all(changed.map(({ listener }) => listener()))
  }
  return {
    version: (name: StateName): number => versions.get(name) ?? 0,
    onChange: (name: StateName, listener: () => Promise<void>): void =>
      void listeners.push({ name, listener }),
    // One after the other: an older answer must not overwrite a newer one.
    refresh: (): Promise<void> => {
      last = last.catch(() => undefined).then(read)
      return last
    },
  }
}

/** Starts watching; the versions are known when the promise resolves. */
export const watchShopState = async (options: WatchOptions): Promise<ShopState> => {
  const { database, log, pollMilliseconds } = options
  const watched = watchVersions(database)
  if (pollMilliseconds === null) {
    await watched.refresh()
    const alone = { processNumber: () => null, duringDueRun: <T>(run: () => Promise<T>) => run() }
    return { ...watched, ...alone, stop: () => Promise.resolve() }
  }
  const refreshInBackground = (): void => {
    watched.refresh().catch((thrown: unknown) => log.warn({ err: thrown }, 'cannot read the shop state'))
  }
  const changeListener = listenForChanges(options, refreshInBackground)
  await changeListener.ensure()
  await watched.refresh()
  const poll = setInterval(() => {
    refreshInBackground()
    void changeListener.ensure()
  }, pollMilliseconds)
  poll.unref()
  const stop = async (): Promise<void> => {
    clearInterval(poll)
    await changeListener.stop()
    await watched.refresh().catch(() => undefined)
  }
  const { processNumber, duringDueRun } = changeListener
  return { ...watched, processNumber, duringDueRun, stop }
}

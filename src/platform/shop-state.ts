import type { Kysely } from 'kysely'
import { listenForChanges } from './change-listener.ts'
import type { DatabaseAddress } from './database.ts'
import type { Log } from './log.ts'
import type { ProcessHome } from './process-store.ts'
import type { Database } from './schema.ts'
import { readVersions, type StateName, type Versions } from './shop-state-store.ts'

export type { StateName } from './shop-state-store.ts'

/** The versions of the facts that caches hang on, as this process knows them. */
export interface ShopState {
  /** The last known version; a cache made under another one is stale. */
  readonly version: (name: StateName) => number
  /** Reads the versions now; returns when all listeners have finished. */
  readonly refresh: () => Promise<void>
  /** Has `listener` called at each change of this version; a refresh waits for it, and calls one that failed again. */
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
  /** How long the server may take to answer over the listening connection, in milliseconds; five seconds by default. */
  readonly answerMilliseconds?: number
}

interface Listener {
  readonly name: StateName
  readonly listener: () => Promise<void>
  /** Until it has finished with the last version: one that failed is called again with the next refresh. */
  isBehind: boolean
}

const catchUp = async (one: Listener): Promise<void> => {
  await one.listener()
  one.isBehind = false
}

const watchVersions = (database: Kysely<Database>) => {
  let versions: Versions = new Map()
  const listeners: Listener[] = []
  let last: Promise<void> = Promise.resolve()
  let refreshes = 0
  const accept = async (found: Versions): Promise<void> => {
    const before = versions
    versions = found
    for (const one of listeners) one.isBehind ||= versions.get(one.name) !== before.get(one.name)
    await Promise.all(listeners.filter(({ isBehind }) => isBehind).map(catchUp))
  }
  // One after the other: an older answer must not overwrite a newer one.
  const afterLast = (run: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(run)
    return last
  }
  const refresh = (): Promise<void> => {
    refreshes += 1
    return afterLast(async () => accept(await readVersions(database)))
  }
  return {
    version: (name: StateName): number => versions.get(name) ?? 0,
    onChange: (name: StateName, listener: () => Promise<void>): void =>
      void listeners.push({ name, listener, isBehind: false }),
    refresh,
    /** The same with what `read` finds; itself where that finds nothing. */
    refreshBy: async (read: () => Promise<Versions | null>): Promise<void> => {
      const before = refreshes
      const found = await read()
      if (found === null) return refresh()
      // What was read meanwhile is newer.
      await afterLast(async () => (refreshes === before ? accept(found) : undefined))
    },
  }
}

/** Starts watching; the versions are known when the promise resolves. */
export const watchShopState = async (options: WatchOptions): Promise<ShopState> => {
  const { database, log, pollMilliseconds } = options
  const { refreshBy, ...watched } = watchVersions(database)
  if (pollMilliseconds === null) {
    await watched.refresh()
    const alone = { processNumber: () => null, duringDueRun: <T>(run: () => Promise<T>) => run() }
    return { ...watched, ...alone, stop: () => Promise.resolve() }
  }
  const inBackground = (run: Promise<void>): void =>
    void run.catch((thrown: unknown) => log.warn({ err: thrown }, 'cannot read the shop state'))
  const changeListener = listenForChanges(options, () => inBackground(watched.refresh()))
  await changeListener.ensure()
  await watched.refresh()
  const poll = setInterval(() => {
    // Over the listening connection: one statement finds a lost notification, and a connection that broke silently.
    inBackground(refreshBy(changeListener.versions))
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

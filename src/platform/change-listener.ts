import { Socket } from 'node:net'
import { Client } from 'pg'
import { withDueRunLock } from './advisory-locks.ts'
import { sleep } from './clock.ts'
import { connectionSettings, type DatabaseAddress } from './database.ts'
import type { Log } from './log.ts'
import { holdProcessNumber, releaseProcessNumber, type ProcessHome } from './process-store.ts'
import { readVersionsBy, stateChannel, type Versions } from './shop-state-store.ts'

/** A connection that is notified of changes and shows that this process lives. */
export interface ChangeListener {
  /** Connects unless connected; the poll calls it again after a broken connection. */
  readonly ensure: () => Promise<void>
  /**
   * The versions as this connection answers them. Null without a connection, and while one does not answer: then it is
   * broken off after a while and opened again.
   */
  readonly versions: () => Promise<Versions | null>
  /** The number that shows others that this process is running; null while it is not connected. */
  readonly processNumber: () => number | null
  /** Runs `run` while other processes can see that this one does due work. */
  readonly duringDueRun: <T>(run: () => Promise<T>) => Promise<T>
  readonly stop: () => Promise<void>
}

interface ListenerOptions {
  readonly address: DatabaseAddress
  readonly log: Log
  /** The data folder that this process holds for itself; null without one. */
  readonly home?: ProcessHome | null
  /** How long the server may take to answer, in milliseconds; five seconds by default. */
  readonly answerMilliseconds?: number
}

/** Waits between the attempts to connect again, in milliseconds; after the last one the poll tries. */
const reconnectWaits = [0, 100, 200, 400, 800]

/** A process that hangs on a server that is gone must be back before it counts as ended. */
const connectMilliseconds = 3_000

const defaultAnswerMilliseconds = 5_000

/** A connection with a time limit: a peer that vanishes sends neither an error nor an end. */
class ListeningClient extends Client {
  readonly #socket: Socket
  readonly #answerMilliseconds: number

  constructor(address: DatabaseAddress, answerMilliseconds: number) {
    const socket = new Socket()
    const settings = connectionSettings(address, 'loam listener')
    super({ ...settings, connectionTimeoutMillis: connectMilliseconds, stream: () => socket })
    this.#socket = socket
    this.#answerMilliseconds = answerMilliseconds
  }

  /** What `ask` says; fails with the connection when that takes too long. */
  async inTime<T>(ask: () => Promise<T>): Promise<T> {
    const giveUp = (): void => {
      this.#socket.destroy(new Error('Connection terminated: the database did not answer in time'))
    }
    const timer = setTimeout(giveUp, this.#answerMilliseconds)
    try {
      return await ask()
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A connection that reports changes and its own end; it is not open yet. */
const newListener = (
  { address, answerMilliseconds = defaultAnswerMilliseconds }: ListenerOptions,
  onNotification: () => void,
  onEnd: (ended: ListeningClient) => void,
): ListeningClient => {
  const client = new ListeningClient(address, answerMilliseconds)
  client.on('error', () => onEnd(client))
  client.on('end', () => onEnd(client))
  client.on('notification', onNotification)
  return client
}

/** Connects, takes a number for this process, and listens; answers the number. */
const openListener = async (
  client: ListeningClient,
  holding: Parameters<typeof holdProcessNumber>[1],
): Promise<number> => {
  await client.connect()
  return client.inTime(async () => {
    const number = await holdProcessNumber(client, holding)
    await client.query(`listen ${stateChannel}`)
    return number
  })
}

/** Gives the number back at once; the end of the connection alone would look like a lost one. */
const leave = (client: ListeningClient, number: number | null): Promise<void> =>
  client.inTime(async () => {
    if (number !== null) await releaseProcessNumber(client, number).catch(() => undefined)
    await client.end().catch(() => undefined)
  })

/** Calls `connect` until it says that it is connected, or gives up. */
const reconnectSoon = async (connect: () => Promise<boolean>): Promise<void> => {
  for (const wait of reconnectWaits) {
    await sleep(wait)
    if (await connect()) return
  }
}

/** Asks for the versions over the connection that is held, if any, and never twice at once. */
const askingFor = (log: Log, held: () => ListeningClient | null): ChangeListener['versions'] => {
  let isRequested = false
  return async () => {
    const requested = held()
    if (requested === null || isRequested) return null
    isRequested = true
    try {
      return await requested.inTime(() => readVersionsBy(requested))
    } catch (thrown) {
      log.warn({ err: thrown }, 'the listening connection does not answer')
      return null
    } finally {
      isRequested = false
    }
  }
}

/**
 * A connection that listens and holds the number of this process. Both are only optimizations: without it the poll
 * still finds every change, and what this process requests is awaited by the clock.
 */
export const listenForChanges = (options: ListenerOptions, onNotification: () => void): ChangeListener => {
  const { log, home = null } = options
  let client: ListeningClient | null = null
  let number: number | null = null
  let [isHeld, isStopped] = [false, false]
  const forget = (broken: ListeningClient): void => {
    if (client !== broken) return
    client = null
    if (isHeld) void reconnect()
    isHeld = false
  }
  const ensure = async (): Promise<void> => {
    if (client !== null || isStopped) return
    const connecting = newListener(options, onNotification, forget)
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
    versions: askingFor(log, () => (isHeld ? client : null)),
    stop: async () => {
      isStopped = true
      if (client !== null) await leave(client, number)
    },
    processNumber: () => (isHeld ? number : null),
    duringDueRun: (run) =>
      client === null || number === null || !isHeld ? run() : withDueRunLock(client, number, run),
  }
}

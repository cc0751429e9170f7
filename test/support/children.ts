import { fork, type ChildProcess, type Serializable } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { compiledFolder } from './compiled-folder.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import type { Answer, ShopConfig } from './shop-process.ts'

/** Workers that look for ports at the same moment look among different ones. */
const ownPorts = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0) % 8
const portsOfWorker = 1_500
const given = new Set<number>()

/**
 * A port that nobody listens on at this moment, below those that a system gives to connections going out: one of them
 * could take the port before the shop does.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + ownPorts * portsOfWorker + randomInt(portsOfWorker)
    if (given.has(port)) continue
    given.add(port)
    const server = createServer().listen({ host: '127.0.0.1', port })
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** A web process of a shop, with a worker in it by default. */
export interface ShopChild {
  readonly url: string
  /** Everything it wrote to its log, line by line. */
  readonly logged: string[]
  /** Resolves with the signal that ended it, or null for an end of its own. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** Whether it has ended, or its shop is closed. */
  readonly isOver: () => boolean
  readonly kill: () => Promise<void>
  /** Closes its shop; the process is reused for the next one, unless it has ended. */
  readonly retire: () => Promise<void>
  /** Has it say that it is about to end, as after SIGTERM. */
  readonly drain: () => Promise<void>
  /** Has its worker look at once instead of within a second; resolves when that is done or the process has ended. */
  readonly runDueWork: () => Promise<void>
}

/** A process that opens one shop after the other: what it has loaded and compiled serves them all. */
interface ShopProcess {
  readonly child: ChildProcess
  readonly ended: Promise<NodeJS.Signals | null>
  /** Where its lines go now. */
  logged: string[]
  /** The sessions that it keeps for the next shop on a database, by their numbers at the server. */
  readonly sessions: Map<string, readonly number[]>
}

const running = new Set<ShopProcess>()

/** The sessions that idle processes have kept on a database. */
export const sessionsOfChildren = (address: DatabaseAddress): number[] =>
  [...running].flatMap(({ sessions }) => sessions.get(JSON.stringify(address)) ?? [])

/** They serve the files of a worker of the tests one after the other, and end with it. */
const idleProcesses: ShopProcess[] = []

const listenTo = (shop: ShopProcess): void => {
  for (const stream of [shop.child.stdout, shop.child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      shop.logged.push(...parts.filter((line) => line !== ''))
    })
  }
}

const launch = (program: string): ShopProcess => {
  const child = fork(program, {
    env: { NODE_COMPILE_CACHE: compiledFolder, ...process.env, NODE_ENV: 'production' },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { promise: ended, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
  const shop: ShopProcess = { child, ended, logged: [], sessions: new Map() }
  running.add(shop)
  child.once('close', (_code, signal) => {
    running.delete(shop)
    resolve(signal)
  })
  listenTo(shop)
  return shop
}

let lastCommandNumber = 0

/** Sends it a message; answers what it says when that is handled, null when it ended before. */
const sendCommand = async ({ child, ended }: ShopProcess, command: Serializable): Promise<Answer | null> => {
  if (!child.connected) return null
  const number = (lastCommandNumber += 1)
  const { promise: done, resolve } = Promise.withResolvers<Answer>()
  const listen = (answer: Answer): void => {
    if (answer.number === number) resolve(answer)
  }
  child.on('message', listen)
  child.send({ number, command })
  const answer = await Promise.race([done, ended.then(() => null)])
  child.off('message', listen)
  return answer
}

/** Closes its shop, and has it wait for the next one; without effect when it has ended. */
const closeShop = async (shop: ShopProcess, address: DatabaseAddress): Promise<void> => {
  const answer = await sendCommand(shop, 'close')
  if (answer === null) return
  shop.sessions.set(JSON.stringify(address), answer.sessions)
  idleProcesses.push(shop)
}

/** Opens a shop in a process that waits for one, or in a new one. Rejects with what it said when it ends before. */
export const startShopChild = async (config: ShopConfig): Promise<ShopChild> => {
  const shop = idleProcesses.pop() ?? launch(config.program)
  const { child, ended } = shop
  const logged: string[] = []
  shop.logged = logged
  if (!(await sendCommand(shop, { open: config })))
    throw new Error(`the shop ended while starting:\n${logged.join('\n')}`)
  let isOpen = true
  void ended.then(() => (isOpen = false))
  return {
    url: `http://127.0.0.1:${config.port}`,
    logged,
    ended,
    isOver: () => !isOpen,
    runDueWork: async () => {
      if (isOpen) await sendCommand(shop, 'run due work')
    },
    kill: async () => {
      if (!isOpen) return
      child.kill('SIGKILL')
      await ended
    },
    drain: async () => void (await sendCommand(shop, 'drain')),
    retire: async () => {
      if (!isOpen) return
      isOpen = false
      await closeShop(shop, config.address)
    },
  }
}

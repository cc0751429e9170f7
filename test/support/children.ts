import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ShopPlace } from './shop-process.ts'

/** Where the processes of a run find each other's compiled code. */
export const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/loam-under-test')

/** A port that nobody listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a server without a port')
  return address.port
}

/** A web process of a shop, with the worker in it unless told otherwise. */
export interface ShopChild {
  readonly url: string
  /** Everything it wrote to its log, line by line. */
  readonly logged: string[]
  /** Resolves with the signal that ended it, or null for an end of its own. */
  readonly ended: Promise<NodeJS.Signals | null>
  readonly kill: () => Promise<void>
  /** Has its worker look at once instead of within a second; resolves when that is done or the process has ended. */
  readonly workOff: () => Promise<void>
}

const listenTo = (child: ChildProcess, lines: string[]): void => {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      const parts = (rest + piece).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts.filter((line) => line !== ''))
    })
  }
}

/** Starts a process and waits until it takes requests. Rejects with what it said when it ends before. */
export const startShopChild = async (place: ShopPlace): Promise<ShopChild> => {
  const logged: string[] = []
  const child = fork(join(import.meta.dirname, 'shop-process.ts'), {
    env: {
      NODE_COMPILE_CACHE: compiledFolder,
      ...process.env,
      NODE_ENV: 'production',
      SHOP_UNDER_TEST: JSON.stringify(place),
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  listenTo(child, logged)
  const { promise: ended, resolve } = Promise.withResolvers<NodeJS.Signals | null>()
  child.once('close', (_code, signal) => resolve(signal))
  const opened = Promise.race([once(child, 'message').then(() => true), ended.then(() => false)])
  if (!(await opened)) throw new Error(`the shop ended while starting:\n${logged.join('\n')}`)
  return {
    url: `http://127.0.0.1:${place.port}`,
    logged,
    ended,
    workOff: async () => {
      if (!child.connected) return
      const worked = once(child, 'message')
      child.send('work off')
      await Promise.race([worked, ended])
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

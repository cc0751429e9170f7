import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '#platform/clock.ts'
import type { DatabaseAddress } from '#platform/database.ts'
import { chooseServerUser } from '#platform/postgres/server-user.ts'
import { freePort } from './children.ts'

type SocketAddress = Extract<DatabaseAddress, { readonly kind: 'socket' }>

const socketOf = (address: DatabaseAddress): SocketAddress => {
  if (address.kind !== 'socket') throw new Error('the database of tests listens on a socket')
  return address
}

/** The same database as an operator would name it in `DATABASE_URL`. */
export const urlOf = (address: DatabaseAddress): string => {
  const { folder, user, database } = socketOf(address)
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(folder)}`
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

interface PoolerOptions {
  /** The server behind it; each of its databases has a pool. */
  readonly address: DatabaseAddress
  readonly mode: 'session' | 'transaction'
  /** Sessions of the server, shared by all clients of a database. */
  readonly sessions: number
}

/** PgBouncer as Debian has it, before the server of an address. */
export const startPgBouncer = async ({ address, mode, sessions }: PoolerOptions) => {
  const { folder: socketFolder, user } = socketOf(address)
  const folder = await mkdtemp(join(tmpdir(), 'loam-pgbouncer-'))
  const serverUser = await chooseServerUser(join(folder, 'none'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    `[databases]\n* = host=${socketFolder} port=5432 user=${user}`,
    `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    `pool_mode = ${mode}\ndefault_pool_size = ${sessions}\nmax_client_conn = 300\nserver_login_retry = 1`,
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  if (serverUser) for (const path of [folder, file]) await chown(path, serverUser.uid, serverUser.gid)
  const start = async () => {
    const child = spawn('pgbouncer', [file], { ...serverUser, stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error('PgBouncer did not start')
      await sleep(20)
    }
    return async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
      child.kill(signal)
      await ended
    }
  }
  let end = await start()
  return {
    /** The way to one of the server's databases. */
    urlTo: (database: string): string => `postgres://${user}@127.0.0.1:${port}/${database}`,
    restart: async (): Promise<void> => {
      await end('SIGKILL')
      end = await start()
    },
    stop: async (): Promise<void> => {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

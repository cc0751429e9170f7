import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionSettings } from '#platform/database.ts'
import { startEmbeddedServer, type EmbeddedServer } from '#platform/postgres/embedded-server.ts'
import { temporaryFolderFor } from '#platform/postgres/server-user.ts'

/** As `/root` is: nobody else can enter, and the database must not run as root. */
let closed: string
let folder: string

beforeAll(async () => {
  closed = await mkdtemp(join(tmpdir(), 'loam-closed-'))
  await chmod(closed, 0o700)
  folder = join(closed, 'shop', 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o711 })
})

afterAll(() => rm(closed, { recursive: true }))

const start = (): Promise<EmbeddedServer> =>
  startEmbeddedServer({ folder, database: 'loam', maxConnections: 20, durable: false })

const query = async (server: EmbeddedServer, statement: string): Promise<unknown[]> => {
  const client = new Client(connectionSettings(server.address))
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])

/** Starts the database in a process of its own, and kills that process. */
const startAndKill = async (): Promise<void> => {
  const program = join(import.meta.dirname, '../support/embedded-child.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the database did not start')))
  await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  child.kill('SIGKILL')
  await ended.catch(() => undefined)
}

test('in a folder closed to the database’s user a server is created, adopted after a kill, recovered, stopped and restarted', async () => {
  await startAndKill()
  const pid = await postmasterPid()
  const adopted = await start()
  expect(adopted.adopted).toBe(true)
  expect(await postmasterPid()).toBe(pid)
  await query(adopted, 'create table kept as select 1 as one')
  await query(adopted, 'select pg_reload_conf(); checkpoint')
  process.kill(pid, 'SIGKILL')
  const recovered = await start()
  expect(recovered.adopted).toBe(false)
  expect(await query(recovered, 'select one from kept')).toEqual([{ one: 1 }])
  await recovered.stop()
  const again = await start()
  expect(await query(again, 'select one from kept')).toEqual([{ one: 1 }])
  await again.stop()
})

test('sockets and programs are put where the database’s user can read, whatever TMPDIR says', () => {
  const nobody = { uid: 65_534, gid: 65_534 }
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = closed
  try {
    // Only root can act as another user.
    if (process.getuid?.() === 0) expect(temporaryFolderFor(nobody)).toBe('/tmp')
    expect(temporaryFolderFor(null)).toBe(closed)
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
})

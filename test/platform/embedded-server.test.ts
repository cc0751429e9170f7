import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionSettings } from '#platform/database.ts'
import { createLog, type Log } from '#platform/log.ts'
import { startEmbeddedServer, type EmbeddedServer } from '#platform/postgres/embedded-server.ts'
import { endServer } from '#platform/postgres/postmaster.ts'
import { superviseEmbeddedServer, type SupervisedServer } from '#platform/postgres/supervisor.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loam-embedded-'))
  await chmod(folder, 0o711)
})

const options = () => ({ folder, database: 'loam', maxConnections: 20, durable: false })

const start = (): Promise<EmbeddedServer> => startEmbeddedServer(options())

const supervised = async (
  run: (server: SupervisedServer) => Promise<void>,
  log: Log = createLog('silent'),
): Promise<void> => {
  const server = await superviseEmbeddedServer(options(), log)
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

afterEach(async () => {
  const last = await start()
  await last.stop()
  expect(await readdir(join(folder, 'data'))).not.toContain('postmaster.pid')
  await rm(folder, { recursive: true })
})

const launchChild = (): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '../support/embedded-child.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('the child has no output')
  const [line] = await once(createInterface(child.stdout), 'line')
  return String(line)
}

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = child.exitCode !== null || child.signalCode !== null ? null : once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const query = async (server: Pick<EmbeddedServer, 'address'>, statement: string): Promise<unknown[]> => {
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

test('a server whose shop was killed is adopted with everything that was committed', async () => {
  const child = launchChild()
  await firstLine(child)
  const pid = await postmasterPid()
  await kill(child)
  const adopted = await start()
  expect(adopted.adopted).toBe(true)
  expect(await postmasterPid()).toBe(pid)
  await query(adopted, 'create table kept as select 1 as one')
  expect(await query(adopted, 'select one from kept')).toEqual([{ one: 1 }])
})

test('a server that was killed with its shop is restarted and recovers', async () => {
  const first = await start()
  await query(first, 'set synchronous_commit = on; create table kept as select 1 as one')
  process.kill(await postmasterPid(), 'SIGKILL')
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second, 'select one from kept')).toEqual([{ one: 1 }])
})

test('a lock that names an unrelated process is removed', async () => {
  const first = await start()
  await query(first, 'create table kept as select 1 as one')
  const lock = join(folder, 'data/postmaster.pid')
  const text = await readFile(lock, 'utf8')
  await first.stop()
  // This very process lives and is no database server.
  await writeFile(lock, text.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second, 'select one from kept')).toEqual([{ one: 1 }])
})

test('a server whose socket was deleted is stopped and restarted', async () => {
  const first = await start()
  if (first.address.kind !== 'socket') throw new Error('the embedded server listens on a socket')
  await rm(first.address.folder, { recursive: true })
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start killed at any moment of the first initialization leaves a folder that starts', async () => {
  // Initialisation takes about half a second here: the kills fall before, into and after it.
  for (const milliseconds of [60, 120, 200, 300, 450]) {
    const child = launchChild()
    const killed = new Promise<void>((resolve) => {
      setTimeout(() => void kill(child).then(resolve), milliseconds)
    })
    await killed
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect((await readdir(folder)).filter((name) => name.includes('.init-'))).toEqual([])
    await rm(join(folder, 'data'), { recursive: true })
  }
})

test('typed text does not reach the server’s log', async () => {
  const server = await start()
  await query(server, 'create table account (email text unique)')
  await query(server, "insert into account values ('mara@example.com')")
  await expect(query(server, "insert into account values ('mara@example.com')")).rejects.toThrow(
    'duplicate key',
  )
  const log = await readFile(join(folder, 'server.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('mara@example.com')
})

/** Kills the server that runs, and resolves when another one answers at the same address. */
const killAndWait = async (server: SupervisedServer): Promise<number> => {
  const pid = await postmasterPid()
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await postmasterPid()).not.toBe(pid)
  }, 30_000)
  return pid
}

test('a server that was started here is started again when it ends, and not looked for meanwhile', () =>
  supervised(async (server) => {
    const signals = vi.spyOn(process, 'kill')
    // The second one is one that was started again.
    const killed = [await killAndWait(server), await killAndWait(server)]
    const looks = signals.mock.calls.filter(([pid, signal]) => signal === 0 && killed.includes(pid))
    signals.mockRestore()
    // Each is looked at once when its supervision begins; of the first one that was before.
    expect(looks.length).toBeLessThanOrEqual(1)
  }))

test('a server that was adopted is started again when it ends', async () => {
  const child = launchChild()
  await firstLine(child)
  await kill(child)
  await supervised(async (server) => {
    expect(server.adopted).toBe(true)
    await killAndWait(server)
  })
})

test('a server that soon ends again is started after a longer wait', async () => {
  const started: string[] = []
  const log: Log = { ...createLog('silent'), warn: (_, message) => void started.push(message) }
  using timers = vi.spyOn(globalThis, 'setTimeout')
  const waits = (): unknown[] => timers.mock.calls.map(([, milliseconds]) => milliseconds)
  await supervised(async () => {
    for (const [times, wait] of [250, 500, 1_000].entries()) {
      expect(waits()).not.toContain(wait)
      process.kill(await postmasterPid(), 'SIGKILL')
      // It takes connections before its start is over; killed by then, it would be one that did not start.
      await vi.waitFor(() => expect(started).toHaveLength(times + 1), 30_000)
      expect(waits()).toContain(wait)
    }
  }, log)
})

test('a server that ended because everything ends is not started again when the stop follows', async () => {
  const errors: string[] = []
  const log: Log = { ...createLog('silent'), error: (_, message) => void errors.push(message) }
  const { setTimeout: usual } = globalThis
  // The wait lasts until the stop ends it, however busy the machine is.
  const untilStopped = (run: () => void, ms?: number) => usual(run, ms === 250 ? 600_000 : ms)
  using timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(untilStopped, usual))
  await supervised(async () => {
    process.kill(await postmasterPid(), 'SIGTERM')
    await vi.waitFor(
      () => expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(250),
      30_000,
    )
  }, log)
  expect(errors).toEqual([])
})

test('another program is not ended, whether it has the number of a server that is gone or works in its folder', async () => {
  const server = await start()
  const inFolder = spawn('sleep', ['1000'], { cwd: join(folder, 'data') })
  const elsewhere = spawn('sleep', ['1000'], { cwd: folder })
  try {
    await Promise.all([inFolder, elsewhere].map((child) => once(child, 'spawn')))
    process.kill(await postmasterPid(), 'SIGKILL')
    await server.ended
    for (const { pid = 0 } of [inFolder, elsewhere]) await endServer(pid, join(folder, 'data'))
    // It removes what the killed server left.
    const next = await start()
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
    expect([inFolder, elsewhere].map(({ signalCode }) => signalCode)).toEqual([null, null])
  } finally {
    await Promise.all([inFolder, elsewhere].map(kill))
  }
})

import { chmod, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep } from '#platform/clock.ts'
import { memoryFolder } from '#platform/memory-folder.ts'
import { startEmbeddedServer } from '#platform/postgres/embedded-server.ts'
import { isServing, readPostmaster } from '#platform/postgres/postmaster.ts'
import { createTemplate, type TestServer } from './database.ts'

/** How `pg_ctl restart -m` ends a server: it disconnects its clients, or leaves without a checkpoint. */
type ShutdownMode = 'fast' | 'immediate'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** The processes of a server: all work in its data folder. */
export const processesIn = async (data: string): Promise<number[]> => {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return pids.filter((_pid, position) => folders[position] === data)
}

/** A PostgreSQL server of a test's own that keeps what it acknowledged, and can be restarted at the same address. */
export const startRestartableServer = async () => {
  // Named as a temporary server, so that the next one clears it away when this process is killed.
  const folder = await mkdtemp(join(memoryFolder(), `loam-temporary-${process.pid}-`))
  // The database's user needs access to the parent folder.
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  const options = { folder, database: 'loam', maxConnections: 60, durable: true }
  let running = await startEmbeddedServer(options)
  const { address } = running
  if (address.kind !== 'socket') throw new Error('an embedded server listens on a socket')
  const postmaster = async (): Promise<number> => {
    const pid = (await readPostmaster(data))?.pid
    if (pid === undefined) throw new Error('the server does not run')
    return pid
  }
  const end = async (mode: ShutdownMode): Promise<void> => {
    const pid = await postmaster()
    process.kill(pid, signals[mode])
    while (await isServing(pid, data)) await sleep(10)
  }
  const start = async (): Promise<void> => {
    running = await startEmbeddedServer({ ...options, socketFolder: address.folder })
  }
  const server: TestServer = { address, template: await createTemplate(address) }
  return {
    server,
    logFile: join(folder, 'server.log'),
    end,
    start,
    /** Suspends all of its processes, as on a machine that hangs; the returned function continues them. */
    hang: async (): Promise<() => void> => {
      const pids = await processesIn(data)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'))
    },
    stop: async (): Promise<void> => {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

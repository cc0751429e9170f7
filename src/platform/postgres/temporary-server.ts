import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryFolder } from '../memory-folder.ts'
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.ts'
import { endServer, readPostmaster, isServing } from './postmaster.ts'

const prefix = 'loam-temporary-'

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Ends and removes temporary servers whose makers were killed. */
const clearAbandoned = async (): Promise<void> => {
  for (const name of await readdir(memoryFolder())) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    const folder = join(memoryFolder(), name)
    const data = join(folder, 'data')
    const postmaster = await readPostmaster(data)
    if (postmaster !== null && (await isServing(postmaster.pid, data))) await endServer(postmaster.pid, data)
    if (postmaster !== null) await rm(postmaster.socketFolder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** A PostgreSQL server for the life of one command (tests, benches, type generation): quick, not durable. */
export const startTemporaryServer = async (): Promise<EmbeddedServer> => {
  await clearAbandoned()
  const folder = await mkdtemp(join(memoryFolder(), `${prefix}${process.pid}-`))
  // The database's user needs access to the parent folder; the content is protected by itself.
  await chmod(folder, 0o711)
  const server = await startEmbeddedServer({ folder, database: 'loam', maxConnections: 150, durable: false })
  const stop = async (): Promise<void> => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...server, stop }
}

import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { takeFileLock, waitForFileLock } from '#platform/file-lock.ts'
import type { Ids } from '#platform/ids.ts'
import { sleep } from '#platform/clock.ts'
import { StartFailure } from '#platform/start-failure.ts'

/** The folder with all data of this shop on disk. One process at a time holds it. */
export interface DataFolder {
  readonly database: string
  readonly outbox: string
  readonly sandboxFile: string
  readonly carrierFile: string
  readonly secretFile: string
  /** Holds the id of this folder. */
  readonly idFile: string
  /** Held by the operator command that is running. */
  readonly commandLock: string
  readonly release: () => void
}

/** The paths in a data folder. */
export const dataFolderPaths = (path: string) => ({
  database: join(path, 'postgres'),
  outbox: join(path, 'outbox'),
  sandboxFile: join(path, 'sandbox-processor.sqlite'),
  carrierFile: join(path, 'sandbox-carrier.sqlite'),
  secretFile: join(path, 'secret'),
  uploads: join(path, 'uploads'),
  idFile: join(path, 'folder-id'),
  commandLock: join(path, 'command-lock'),
})

const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true })
  // Others may pass through, as the database's user must when the shop runs as root, but not look around.
  await chmod(path, 0o711)
}

const notWritable = (path: string, thrown: unknown): StartFailure =>
  new StartFailure(`The data folder ${path} cannot be written; set DATA_DIR to a folder that can.`, thrown)

/** Makes the data folder unless it is there. Throws StartFailure when it cannot be written. */
export const makeDataFolder = async (path: string): Promise<void> => {
  const paths = dataFolderPaths(path)
  try {
    await makeFolder(path)
    await makeFolder(paths.database)
    await mkdir(paths.outbox, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    throw notWritable(path, thrown)
  }
}

/** Makes and locks the data folder; null when another process holds it. Throws StartFailure when it cannot be written. */
export const takeDataFolder = async (path: string): Promise<DataFolder | null> => {
  await makeDataFolder(path)
  try {
    const lock = takeFileLock(join(path, 'lock'))
    return lock && { ...dataFolderPaths(path), release: lock.release }
  } catch (thrown) {
    throw notWritable(path, thrown)
  }
}

/** Takes it a moment later: the operating system does not end all locks of a killed command at once. */
const takeSoon = async (path: string): Promise<DataFolder | null> => {
  await sleep(100)
  return takeDataFolder(path)
}

/**
 * Makes and locks the data folder, once the command that uses it has ended. Throws StartFailure when another shop holds
 * it or it cannot be written.
 */
export const openDataFolder = async (path: string): Promise<DataFolder> => {
  await makeDataFolder(path)
  // Commands take the folder only while they have this lock: who has it and not the folder has met another shop.
  const noCommand = await waitForFileLock(dataFolderPaths(path).commandLock)
  try {
    const folder = (await takeDataFolder(path)) ?? (await takeSoon(path))
    if (folder !== null) return folder
  } finally {
    noCommand.release()
  }
  throw new StartFailure(
    `The data folder ${path} is in use by another running shop; stop that one or set DATA_DIR to another folder.`,
  )
}

/**
 * The random text in a file of the data folder, created once: the folder's id, and the secret that signs links and tokens
 * when SECRET is not set.
 */
export const loadOrCreateToken = async (path: string, ids: Ids): Promise<string> => {
  const saved = await readFile(path, 'utf8').catch(() => '')
  if (saved.trim().length >= 32) return saved.trim()
  const token = ids.token()
  const draft = `${path}.draft`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${token}\n`)
  await file.sync()
  await file.close()
  await rename(draft, path)
  return token
}

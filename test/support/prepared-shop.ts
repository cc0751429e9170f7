import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataFolderPaths } from '#platform/data-folder.ts'
import { waitForFileLock } from '#platform/file-lock.ts'
import { buildShop } from '#app/starting/fresh-build.ts'
import { startShop } from './started-shop.ts'

const root = join(import.meta.dirname, '../..')
const cacheFolder = join(root, 'node_modules/.cache')
const prefix = 'loam-prepared-'

const run = promisify(execFile)

/** Besides what the build depends on: all that a first start makes its data of. */
const sources = ['db', 'content', 'sandbox-base', 'sandbox-processor', 'sandbox-carrier']

/**
 * What the data of a first start depends on: the sources, the packages (PostgreSQL's among them), the files of the shop, whose
 * they are, and the day, for demo members have bought so many days ago.
 */
const keyOf = async (): Promise<string> => {
  await buildShop(root, () => undefined)
  const day = Temporal.Now.plainDateISO('UTC').toString()
  const hash = createHash('sha256').update(`${process.getuid?.() ?? ''} ${process.version} ${day}\n`)
  hash.update(await readFile(join(root, 'build/fingerprint')))
  for (const folder of sources) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.toSorted())
      hash.update(`${file.slice(root.length)}\n`).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 32)
}

/** Copies a folder with the owners of its files: the database's have another one where tests run as root. */
const copyFolder = (from: string, to: string) => run('cp', ['-a', from, to])

/** Makes it by a first start. What is a folder's own, or nobody reads again, is left out. */
const make = async (target: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  try {
    // The user of the database has to be able to enter the folder.
    await chmod(folder, 0o711)
    const data = join(folder, 'data')
    const shop = await startShop(data)
    await shop.stop()
    const { secretFile, idFile, database } = dataFolderPaths(data)
    for (const path of [secretFile, idFile, join(database, 'server.log')]) await rm(path)
    // Those of other sources and days.
    for (const name of await readdir(cacheFolder))
      if (name.startsWith(prefix) && !name.endsWith('.lock'))
        await rm(join(cacheFolder, name), { recursive: true })
    await copyFolder(data, `${target}.draft`)
    await rename(`${target}.draft`, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Makes `target` the data folder of a shop that was started once and stopped, with catalogue and demo members: a copy of one
 * that is
 * made once for these sources, for a first start takes several times as long as one on data.
 */
export const copyPreparedShop = async (target: string): Promise<void> => {
  await mkdir(cacheFolder, { recursive: true })
  const prepared = join(cacheFolder, `${prefix}${await keyOf()}`)
  const lock = await waitForFileLock(join(cacheFolder, `${prefix}folder.lock`))
  try {
    if (!existsSync(prepared)) await make(prepared)
    await copyFolder(prepared, target)
  } finally {
    lock.release()
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The name of a stored file: it says what is in it, so that a file never changes. */
const storedName = /^[a-z0-9][a-z0-9-]{0,100}\.[a-z0-9]{1,8}$/

/** Where files that staff upload are kept. A name stands for its bytes: written again, it is written with the same. */
export interface FileStorage {
  /** Resolves when the file would survive the end of this machine, as far as the storage can say. Throws when it is not stored. */
  readonly write: (name: string, bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<void>
  /** Null for a file that is not there; throws when the storage does not say. */
  readonly read: (name: string) => Promise<Buffer | null>
}

const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'

export const isStoredName = (name: string): boolean => storedName.test(name)

/** Throws RangeError for a name that is no name of a stored file. */
export const requireStoredName = (name: string): void => {
  if (!isStoredName(name)) throw new RangeError(`not the name of a stored file: ${name}`)
}

/** Files in a folder of this machine. Several machines need one folder that all of them see. */
export const createFolderStorage = (folder: string): FileStorage => ({
  write: async (name, bytes) => {
    requireStoredName(name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Complete or not at all, also for concurrent readers.
    const draft = path.join(folder, `.${name}.${randomUUID()}`)
    try {
      await writeFile(draft, bytes, { flush: true })
      await rename(draft, path.join(folder, name))
    } catch (thrown) {
      await rm(draft, { force: true })
      throw thrown
    }
  },
  read: async (name) => {
    requireStoredName(name)
    try {
      return await readFile(path.join(folder, name))
    } catch (thrown) {
      if (isMissing(thrown)) return null
      throw thrown
    }
  },
})

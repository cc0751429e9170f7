import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperatorRefusal } from './operator-command.ts'

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EEXIST', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'nothing can be written there'],
  ['ENOSPC', 'the disk is full'],
])

/** Runs what writes at `path`; throws OperatorRefusal when the system refuses it. */
const written = async <T>(path: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
    const reason = reasons.get(code)
    if (reason === undefined) throw thrown
    throw new OperatorRefusal(`${path} could not be written: ${reason}.`)
  }
}

/** Writes a file that only its owner can read: it has names and addresses. Throws OperatorRefusal. */
export const writeOwnFile = (file: string, content: string | Uint8Array): Promise<void> =>
  written(file, () => writeFile(resolve(file), content, { mode: 0o600 }))

/** Makes a folder, if there is none, that only its owner can read. Throws OperatorRefusal. */
export const makeOwnFolder = (folder: string): Promise<unknown> =>
  written(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }))

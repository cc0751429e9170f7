import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { StartFailure } from '../start-failure.ts'

/** Whom the database server runs as. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

const idOf = (name: string, flag: '-u' | '-g'): number | null => {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return result.status === 0 ? Number(result.stdout.trim()) : null
}

const userNamed = (name: string): ServerUser | null => {
  const uid = idOf(name, '-u')
  const gid = idOf(name, '-g')
  return uid === null || gid === null || uid === 0 ? null : { uid, gid }
}

const ownName = 'loam'

const createUser = (): ServerUser | null => {
  const options = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', '--user-group', ownName]
  const made = spawnSync('useradd', options, { stdio: 'ignore' })
  return made.status === 0 ? userNamed(ownName) : null
}

const ownerOf = async (folder: string): Promise<ServerUser | null> =>
  stat(folder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => null,
  )

const checkOwnFolder = async (dataFolder: string, ownUid: number): Promise<null> => {
  const owner = await ownerOf(dataFolder)
  if (owner === null || owner.uid === ownUid) return null
  throw new StartFailure(
    `The database folder ${dataFolder} belongs to another user (uid ${owner.uid}); start the shop as that user or set DATA_DIR to a folder of your own.`,
  )
}

/**
 * PostgreSQL refuses to run as root. Null: run as the current user. As root: the owner of existing data, otherwise the
 * system's `postgres`, otherwise a new system user. Throws StartFailure when there is no such user.
 */
export const chooseServerUser = async (dataFolder: string): Promise<ServerUser | null> => {
  const ownUid = process.getuid?.() ?? 0
  if (ownUid !== 0) return checkOwnFolder(dataFolder, ownUid)
  const owner = await ownerOf(dataFolder)
  if (owner !== null && owner.uid !== 0) return owner
  const user = userNamed('postgres') ?? userNamed(ownName) ?? createUser()
  if (user !== null) return user
  throw new StartFailure(
    'PostgreSQL does not run as root and no other user could be made for it; start the shop as an ordinary user or set DATABASE_URL.',
  )
}

const canChangeInto = (name: string, user: ServerUser, workingFolder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$0"', name], { ...user, cwd: workingFolder, stdio: 'ignore' })
    .status === 0

/** Whether `user` can enter a folder by its path; null is ourselves. */
const canEnter = (folder: string, user: ServerUser | null): boolean =>
  user === null || canChangeInto(folder, user, '/')

/** The folder in which a Linux process works, without the path that leads there. */
const workingFolderName = '/proc/self/cwd'

/** How a folder is passed to a database program. */
export interface FolderForServer {
  /** Where the program is started. */
  readonly cwd: string
  /** The name that it is given. */
  readonly name: string
}

/**
 * How the programs of `user` reach a folder: by its path or, if a parent folder is closed to them as `/root` is, as the
 * working directory of the process. Throws StartFailure if neither works.
 */
export const reachFolder = (folder: string, user: ServerUser | null): FolderForServer => {
  if (user === null || canEnter(dirname(folder), user)) return { cwd: '/', name: folder }
  if (canChangeInto(workingFolderName, user, folder)) return { cwd: folder, name: workingFolderName }
  throw new StartFailure(
    `The database must not run as root, and its user (uid ${user.uid}) cannot enter ${folder}; set DATA_DIR to a folder that other users can enter (such as /var/lib/loam), start the shop as an ordinary user, or set DATABASE_URL.`,
  )
}

/** A folder for temporary files that `user` can enter too. */
export const temporaryFolderFor = (user: ServerUser | null): string =>
  canEnter(tmpdir(), user) ? tmpdir() : '/tmp'

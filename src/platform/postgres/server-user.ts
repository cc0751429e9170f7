import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StartFailure } from '../start-failure.ts'

/** Whom the database server runs as. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

const idOf = (name: string, flag: '-u' | '-g'): number | null => {
  const asked = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return asked.status === 0 ? Number(asked.stdout.trim()) : null
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

const outsideRoot = async (dataFolder: string, ownUid: number): Promise<null> => {
  const owner = await ownerOf(dataFolder)
  if (owner === null || owner.uid === ownUid) return null
  throw new StartFailure(
    `The database folder ${dataFolder} belongs to another user (uid ${owner.uid}); start the shop as that user or set DATA_DIR to a folder of your own.`,
  )
}

/**
 * PostgreSQL refuses to run as root. Null: run as ourselves. As root: the owner of existing data, else the system's
 * `postgres`, else a system user of our own that is made now. Throws StartFailure when there is no such user.
 */
export const chooseServerUser = async (dataFolder: string): Promise<ServerUser | null> => {
  const ownUid = process.getuid?.() ?? 0
  if (ownUid !== 0) return outsideRoot(dataFolder, ownUid)
  const owner = await ownerOf(dataFolder)
  if (owner !== null && owner.uid !== 0) return owner
  const user = userNamed('postgres') ?? userNamed(ownName) ?? createUser()
  if (user !== null) return user
  throw new StartFailure(
    'PostgreSQL does not run as root and no other user could be made for it; start the shop as an ordinary user or set DATABASE_URL.',
  )
}

/** Refuses a folder that `user` cannot enter, such as one below a home folder closed to others. */
export const assertCanEnter = (folder: string, user: ServerUser | null): void => {
  if (user === null) return
  const entered = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], { ...user, cwd: '/', stdio: 'ignore' })
  if (entered.status === 0) return
  throw new StartFailure(
    `The database must not run as root, and its user (uid ${user.uid}) cannot enter ${folder}; set DATA_DIR to a folder that other users can enter (such as /var/lib/loam), start the shop as an ordinary user, or set DATABASE_URL.`,
  )
}

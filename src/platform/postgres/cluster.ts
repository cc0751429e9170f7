import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartFailure } from '../start-failure.ts'
import type { Binaries } from './binaries.ts'
import { reachFolder, type ServerUser } from './server-user.ts'

/** The one database role; only users with access to the socket's folder can connect as it. */
export const databaseOwner = 'loam'

/** Environment of the database programs: none of the caller's PG… variables, messages in English. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

const runInitdb = async (
  binaries: Binaries,
  user: ServerUser | null,
  folder: string,
  options: readonly string[],
): Promise<void> => {
  const { cwd, name } = reachFolder(folder, user)
  const child = spawn(binaries.initdb, ['-D', name, ...options], {
    ...user,
    cwd,
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.withResolvers<number | null>()
  child.on('error', ended.reject)
  child.on('close', ended.resolve)
  const output = await text(child.stderr)
  if ((await ended.promise) === 0) return
  const reason =
    output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim().split('\n').at(-1) ?? ''
  throw new StartFailure(
    `The database could not be created: ${reason.replace(/^initdb: (error: )?/, '').trim()}.`,
  )
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Creates the database cluster `data` unless it exists. It is created under another name and renamed when complete, so
 * a kill at any moment leaves either nothing or a complete one; drafts of killed starts are removed.
 */
export const createCluster = async (
  binaries: Binaries,
  user: ServerUser | null,
  data: string,
  durable: boolean,
): Promise<void> => {
  if (existsSync(data)) return
  const parent = dirname(data)
  const draftPrefix = `${basename(data)}.init-`
  for (const name of await readdir(parent)) {
    // A killed start may have left its initdb running; it fails by itself once its folder is gone.
    if (name.startsWith(draftPrefix))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const draft = await mkdtemp(join(parent, draftPrefix))
  await chmod(draft, 0o700)
  if (user !== null) await chown(draft, user.uid, user.gid)
  const access = ['-U', databaseOwner, '-A', 'trust', '-E', 'UTF8', '--data-checksums']
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  // One call for the whole file system instead of one for each of a thousand files.
  const sync = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  await runInitdb(binaries, user, draft, [...access, ...collation, ...(durable ? sync : ['--no-sync'])])
  await rename(draft, data)
  await syncFolder(parent)
}

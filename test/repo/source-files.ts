import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

const walk = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return walk(path)
    return [path]
  })

const isThere = (folder: string): boolean => readdirSync(root).includes(folder)

/** Every file under these folders whose name ends like this. */
export const filesUnder = (folders: readonly string[], ending: RegExp): SourceFile[] =>
  folders
    .filter(isThere)
    .flatMap((folder) => walk(join(root, folder)))
    .filter((path) => ending.test(path))
    .map((path) => ({
      path: relative(root, path).replaceAll('\\', '/'),
      text: readFileSync(path, 'utf8'),
    }))
    .toSorted((a, b) => a.path.localeCompare(b.path))

/** Everything that people wrote as code. */
export const codeFolders = [
  'src',
  'sandbox-base',
  'sandbox-carrier',
  'sandbox-processor',
  'db',
  'test',
  'bench',
  'clients',
  'examples',
] as const

/** The shop's own code without its tests. */
export const shopSource = (): SourceFile[] =>
  filesUnder(['src'], /\.tsx?$/).filter(({ path }) => !path.endsWith('.test.ts'))

/** A file of the repository's root, as text. */
export const rootFile = (path: string): string => readFileSync(join(root, path), 'utf8')

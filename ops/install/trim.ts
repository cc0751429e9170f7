import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }

// Runs after `npm ci`. An outer Node.js that is new enough replaces the one from npm (143 MB); else the headers for native
// add-ons (67 MB) go, which nothing here compiles. Of the packages what nobody runs goes, without development tools also what only they read.
const modules = join(import.meta.dirname, '../../node_modules')
const outer = process.env['npm_node_execpath'] ?? process.execPath

const numbersOf = (version: string): number[] => version.trim().replace(/^v/, '').split('.').map(Number)

/** Whether one version is another or a newer one. */
const reaches = (version: string, least: string): boolean => {
  const [one, other] = [numbersOf(version), numbersOf(least)]
  const at = one.findIndex((number, index) => number !== other[index])
  return at === -1 || (one[at] ?? 0) > (other[at] ?? 0)
}

const isOwnCopy = outer.startsWith(modules)

const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true })

if (
  !isOwnCopy &&
  reaches(execFileSync(outer, ['--version'], { encoding: 'utf8' }), packageFile.dependencies.node)
) {
  const command = join(modules, '.bin/node')
  for (const path of [join(modules, 'node'), command]) removeFolder(path)
  symlinkSync(outer, command)
} else {
  const own = join(modules, 'node/node_modules', `node-${process.platform}-${process.arch}`)
  for (const folder of ['include', 'share']) removeFolder(join(own, folder))
}

/** Source maps and manuals of packages (76 MB), but no license. */
const isForReaders = (name: string): boolean =>
  /\.(map|md|markdown|flow)$/i.test(name) && !/licen[cs]e|notice|copying/i.test(name)

/** Types, and the sources that maps lead to. */
const isForCompilers = (name: string): boolean => /\.(ts|cts|mts|tsx)$/.test(name)

// One tool that only developers have says which installation this is.
const isForDevelopment = existsSync(join(modules, 'vitest'))

for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
  if (entry.isFile() && (isForReaders(entry.name) || (!isForDevelopment && isForCompilers(entry.name))))
    rmSync(join(entry.parentPath, entry.name))

// The compiler: of the development tools npm leaves the one that a package of the shop would take, and none asks for.
if (!isForDevelopment) for (const name of ['typescript', '@typescript']) removeFolder(join(modules, name))

import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }

// Runs after `npm ci`: an outer Node.js that is new enough replaces the one from npm (143 MB); else the headers for native
// add-ons (67 MB) go, which nothing here compiles.
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

if (
  !isOwnCopy &&
  reaches(execFileSync(outer, ['--version'], { encoding: 'utf8' }), packageFile.dependencies.node)
) {
  const command = join(modules, '.bin/node')
  for (const path of [join(modules, 'node'), command]) rmSync(path, { recursive: true, force: true })
  symlinkSync(outer, command)
} else {
  for (const folder of ['include', 'share'])
    rmSync(join(modules, 'node/node_modules', `node-${process.platform}-${process.arch}`, folder), {
      recursive: true,
      force: true,
    })
}

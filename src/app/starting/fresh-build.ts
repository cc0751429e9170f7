import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { waitForFileLock } from '#platform/file-lock.ts'
import { StartFailure } from '#platform/start-failure.ts'

const configurations = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'tsconfig.json']

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.toSorted()
}

/** What the built pages depend on, as one number: sources by their content, pictures and fonts by name and size. */
const fingerprintOf = async (root: string): Promise<string> => {
  const hash = createHash('sha256')
  const sources = (await filesBelow(join(root, 'src'))).filter((path) => !path.endsWith('.test.ts'))
  for (const path of [...configurations.map((name) => join(root, name)), ...sources]) {
    hash.update(`${path.slice(root.length)}\n`).update(await readFile(path))
  }
  for (const path of await filesBelow(join(root, 'public'))) {
    hash.update(`${path.slice(root.length)} ${(await stat(path)).size}\n`)
  }
  return hash.digest('hex')
}

const fingerprintFile = (root: string): string => join(root, 'build', 'fingerprint')

const isBuilt = async (root: string): Promise<boolean> => {
  const built = await readFile(fingerprintFile(root), 'utf8').catch(() => null)
  return built !== null && built === (await fingerprintOf(root))
}

const runBuild = async (root: string): Promise<void> => {
  const program = join(root, 'node_modules', '.bin', 'react-router')
  if (!existsSync(program))
    throw new StartFailure(
      'The pages are not built from these sources, and an installation without development tools cannot build them. Run `npm ci`, `npm run build`, then `npm ci --omit=dev`.',
    )
  const child = spawn(process.execPath, [program, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.withResolvers<number | null>()
  child.on('error', ended.reject)
  child.on('close', ended.resolve)
  const [, errorOutput, code] = await Promise.all([text(child.stdout), text(child.stderr), ended.promise])
  if (code !== 0)
    throw new StartFailure('The pages could not be built; `npm run build` says why.', new Error(errorOutput))
}

/** Builds the pages unless the build is of these very sources. A build that was cut short counts as none. */
export const buildPages = async (root: string, onBuild: () => void): Promise<void> => {
  if (await isBuilt(root)) return
  const cacheFolder = join(root, 'node_modules', '.cache')
  await mkdir(cacheFolder, { recursive: true })
  // Two shops on the same checkout may start at once; the second waits and then finds the work done.
  const lock = await waitForFileLock(join(cacheFolder, 'loam-build.lock'))
  try {
    if (await isBuilt(root)) return
    onBuild()
    // Before building: a source that is edited meanwhile makes the next start build again.
    const fingerprint = await fingerprintOf(root)
    await runBuild(root)
    await writeFile(`${fingerprintFile(root)}.draft`, fingerprint)
    await rename(`${fingerprintFile(root)}.draft`, fingerprintFile(root))
  } finally {
    lock.release()
  }
}

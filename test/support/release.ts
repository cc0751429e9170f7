import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { sleep } from '#platform/clock.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of the shop's sources at one commit, with its pages built. */
export interface Release {
  readonly folder: string
  readonly remove: () => Promise<void>
}

const Package = z.object({ scripts: z.record(z.string(), z.string()) })

/** What the shell runs for a script of a release's package.json: that one process, without npm around it. */
const commandOf = (folder: string, script: 'build' | 'shop' | 'start'): string => {
  const { scripts } = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return `exec env ${scripts[script] ?? 'false'} "$@"`
}

const build = (folder: string): void =>
  void execFileSync('sh', ['-c', commandOf(folder, 'build')], { cwd: folder, stdio: 'inherit' })

/** The release of a commit, with the packages of this one; without a commit the sources as they are. */
export const checkOut = async (commit: string | undefined): Promise<Release> => {
  if (commit === undefined) {
    build(root)
    return { folder: root, remove: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'loam-release-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  build(folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A process of a release, as its operator starts it. */
export interface ReleaseProcess {
  /** Ends it as a service manager does; resolves with its exit code. */
  readonly end: () => Promise<number | null>
}

const untilReady = async (child: ChildProcess, port: number): Promise<void> => {
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`a process ended with ${child.exitCode} while it started`)
    await sleep(50)
  }
}

/** The environment of the tests without its database: each process gets its own. */
const environment = ({ ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...rest,
  DATABASE_URL: undefined,
})

/** Starts `npm start` of a release at a port and resolves when it is ready. */
export const startProcess = async (
  { folder }: Release,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ReleaseProcess> => {
  const child = spawn('sh', ['-c', commandOf(folder, 'start')], {
    cwd: folder,
    env: { ...environment(process.env), ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const end = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    await ended
    return child.exitCode
  }
  await untilReady(child, port)
  return { end }
}

/** Runs `npm run shop -- …` of a release; resolves with what it said, rejects with that when it fails. */
export const runReleaseCommand = async (
  { folder }: Release,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<string> => {
  const child = spawn('sh', ['-c', commandOf(folder, 'shop'), 'shop', ...words], {
    cwd: folder,
    env: { ...environment(process.env), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  if (child.exitCode !== 0)
    throw new Error(`${words.join(' ')} ended with ${child.exitCode}: ${said}${complained}`)
  return said
}

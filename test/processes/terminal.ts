import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../support/children.ts'

const root = join(import.meta.dirname, '../..')

/** A script of package.json as somebody runs it in a terminal. */
export interface TerminalRun {
  readonly url: string
  /** Its settings, for commands that operators give it. */
  readonly environment: Readonly<Record<string, string>>
  /** Everything that it wrote so far. */
  readonly output: () => string
  /** Resolves when the shop says that it is open; rejects with all it said when it ends before. */
  readonly opened: Promise<void>
  /** Ctrl-C, which every process of the terminal hears; resolves with the exit code when all is over. */
  readonly interrupt: () => Promise<number | null>
}

/** Runs `npm run <script>` of a checkout on free ports with these settings. */
export const runInTerminal = async (
  script: string,
  environment: Readonly<Record<string, string>>,
  folder = root,
): Promise<TerminalRun> => {
  const [port, sandboxPort, carrierPort] = [await freePort(), await freePort(), await freePort()]
  const { DATABASE_URL: _, NODE_ENV: _mode, ...rest } = process.env
  const settings = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    CARRIER_PORT: String(carrierPort),
    ...environment,
  }
  const child = spawn('npm', ['run', script], {
    cwd: folder,
    env: { ...rest, ...settings },
    // A process group of its own, as a terminal gives.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
  opened.catch(() => undefined)
  const listen = (piece: Buffer): void => {
    output += piece.toString('utf8')
    if (output.includes('Stop with Ctrl-C.')) resolve()
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  child.once('close', () => reject(new Error(`it ended: ${output}`)))
  return {
    url: `http://localhost:${port}`,
    environment: settings,
    output: () => output,
    opened,
    interrupt: async () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      await ended
      return child.exitCode
    },
  }
}

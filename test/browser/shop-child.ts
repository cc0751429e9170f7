import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/children.ts'

/** A shop as `npm start` opens it, on an empty data folder of its own. */
export interface RunningShop {
  readonly url: string
  /** What it printed when it was open. */
  readonly greeting: string
  /** What it was started with, for commands that operators give it. */
  readonly env: NodeJS.ProcessEnv
  readonly pid: number
}

const root = join(import.meta.dirname, '../..')

/** Everything a process says until it says that it is open; rejects when it ends before. */
const greetingOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const listen = (piece: Buffer): void => {
      output += piece.toString('utf8')
      if (output.includes('Stop with Ctrl-C.')) resolve(output)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(`npm start ended: ${output}`)))
  })

/** Opens a shop, lets it be used, and clears it away. */
export const openShop = async (
  use: (shop: RunningShop) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-browser-'))
  // The database's own user has to pass through.
  await chmod(folder, 0o711)
  const [port, sandboxPort, carrierPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    CARRIER_PORT: String(carrierPort),
    DATA_DIR: join(folder, 'data'),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    // All tests of a worker come from one network, buy and decline cards; what that leads to is tested by itself.
    CARDS_BEFORE_CHECK: '1000',
    PURCHASES_BEFORE_CHECK: '1000',
    ...settings,
  }
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, ['src/app/entry/start.ts'], { cwd: root, env, stdio: [...stdio] })
  try {
    const greeting = await greetingOf(child)
    await use({ url: `http://localhost:${port}`, greeting, env, pid: child.pid ?? 0 })
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

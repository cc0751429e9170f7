import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './children.ts'

/** A shop as `npm start` opens it. */
export interface StartedShop {
  readonly url: string
  /** What it printed when it was open. */
  readonly greeting: string
  /** What it was started with, for commands that operators give it. */
  readonly env: NodeJS.ProcessEnv
  readonly pid: number
  /** Ends it as an operator does; resolves when it has ended. */
  readonly stop: () => Promise<void>
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

/** Starts a shop on a data folder, with these settings and ports of its own. */
export const startShop = async (
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedShop> => {
  const [port, sandboxPort, carrierPort] = [await freePort(), await freePort(), await freePort()]
  const { DATABASE_URL: _, ...rest } = process.env
  const env = {
    ...rest,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    CARRIER_PORT: String(carrierPort),
    DATA_DIR: dataFolder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(process.execPath, ['src/app/entry/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const greeting = await greetingOf(child)
  return { url: `http://localhost:${port}`, greeting, env, pid: child.pid ?? 0, stop }
}

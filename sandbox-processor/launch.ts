import { fork, type ChildProcess } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface LaunchedSandbox {
  readonly process: ChildProcess
  readonly port: number
  /** Where browsers and the shop reach it. */
  readonly url: string
}

const isReady = (message: unknown): message is { ready: true; port: number; url: string } =>
  typeof message === 'object' &&
  message !== null &&
  'ready' in message &&
  'port' in message &&
  'url' in message

/**
 * Starts the sandbox processor as a child and waits until it listens; it ends with its parent. Compiled code is cached
 * next to the data file, so that later starts do not load the TypeScript stripper (33 MiB). Rejects with the child's
 * own message when it cannot start.
 */
export const launchSandbox = (environment: Readonly<Record<string, string>>): Promise<LaunchedSandbox> =>
  new Promise((resolve, reject) => {
    const cache = join(dirname(environment['SANDBOX_DATA'] || '.data/sandbox'), 'compile-cache')
    const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
      env: { NODE_COMPILE_CACHE: cache, ...process.env, ...environment },
      execArgv: ['--max-semi-space-size=1', '--max-old-space-size=32'],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString('utf8')
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(said.trim() || 'The sandbox processor ended while starting.')))
    // Under `node --watch` a child also reports which files it has loaded, before it is ready.
    const listen = (message: unknown): void => {
      if (!isReady(message)) return
      child.off('message', listen)
      child.removeAllListeners('exit')
      child.stderr?.removeAllListeners('data').pipe(process.stderr)
      resolve({ process: child, port: message.port, url: message.url })
    }
    child.on('message', listen)
  })

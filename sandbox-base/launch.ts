import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A sandbox that runs as a child of this process. */
export interface LaunchedSandbox {
  readonly process: ChildProcess
  readonly port: number
  /** Where browsers and the shop reach it. */
  readonly url: string
}

/** What is launched, and with how much memory. */
export interface SandboxProgram {
  /** As in `The sandbox processor ended while starting.` */
  readonly name: string
  /** The URL of its main file. */
  readonly main: string
  readonly heapMegabytes: number
  /** For compiled code, so that later starts do not load the TypeScript stripper (33 MiB). */
  readonly cacheFolder: string
}

const isReady = (message: unknown): message is { ready: true; port: number; url: string } =>
  typeof message === 'object' &&
  message !== null &&
  'ready' in message &&
  'port' in message &&
  'url' in message

/**
 * Starts a sandbox as a child and waits until it listens; it ends with its parent. Rejects with the child's own message
 * when it cannot start.
 */
export const launchProgram = (
  { name, main, heapMegabytes, cacheFolder }: SandboxProgram,
  environment: Readonly<Record<string, string>>,
): Promise<LaunchedSandbox> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(main), {
      env: { NODE_COMPILE_CACHE: join(cacheFolder, 'compile-cache'), ...process.env, ...environment },
      execArgv: ['--max-semi-space-size=1', `--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString('utf8')
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(said.trim() || `The ${name} ended while starting.`)))
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

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './environment.ts'
import { root, startCommand } from './start-command.ts'

/** A shop that `npm start` runs, with its own database and processor. */
export interface StartedShop {
  readonly pid: number
  readonly url: string
  readonly sandboxUrl: string
  readonly dataFolder: string
  /** From the start of the process to the first 200 of `/readyz`. */
  readonly milliseconds: number
  /** Somebody changed the sources meanwhile, so it built the pages too. */
  readonly built: boolean
  readonly stop: () => Promise<void>
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).status === 200
  } catch {
    return false
  }
}

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts the shop of a tree as `npm start` does and resolves when it is ready; `variables` are added to its own. */
export const startShop = async (
  stack: AsyncDisposableStack,
  dataFolder: string,
  { tree = root, variables = {} }: { tree?: string; variables?: Readonly<Record<string, string>> } = {},
): Promise<StartedShop> => {
  const [port, sandboxPort, carrierPort] = [await freePort(), await freePort(), await freePort()]
  const output: Buffer[] = []
  const start = performance.now()
  const { flags, program, environment } = await startCommand(tree)
  const child = spawn(process.execPath, [...flags, program], {
    cwd: tree,
    env: {
      PATH: process.env['PATH'],
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      CARRIER_PORT: String(carrierPort),
      DATA_DIR: dataFolder,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stack.defer(() => stopProcess(child))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => output.push(piece))
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    const isLate = performance.now() - start > 600_000
    if (isLate || child.exitCode !== null) throw new Error(`no start: ${Buffer.concat(output).toString()}`)
    await sleep(5)
  }
  return {
    pid: child.pid ?? 0,
    url,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    dataFolder,
    milliseconds: performance.now() - start,
    built: Buffer.concat(output).includes('Building the pages'),
    stop: () => stopProcess(child),
  }
}

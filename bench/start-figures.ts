import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuByKernel } from './cpu.ts'
import { median } from './figures.ts'
import { freePort, temporaryFolder } from './environment.ts'
import { statementsOf } from './idle-statements.ts'
import type { Lengths } from './lengths.ts'
import { familyOf, residentMib, sharedMib } from './machine.ts'
import { limitFigure, type Figure } from './report.ts'
import { root, startCommand } from './start-command.ts'

interface Started {
  readonly child: ChildProcess
  readonly milliseconds: number
  /** Somebody changed the sources meanwhile, so it built the pages too. */
  readonly built: boolean
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).status === 200
  } catch {
    return false
  }
}

const stopShop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const startShop = async (stack: AsyncDisposableStack, dataFolder: string): Promise<Started> => {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const output: Buffer[] = []
  const start = performance.now()
  const { flags, program, environment } = await startCommand()
  const child = spawn(process.execPath, [...flags, program], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataFolder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stack.defer(() => stopShop(child))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => output.push(piece))
  while (!(await isReady(`http://127.0.0.1:${port}`))) {
    const isLate = performance.now() - start > 600_000
    if (isLate || child.exitCode !== null) throw new Error(`no start: ${Buffer.concat(output).toString()}`)
    await sleep(5)
  }
  const milliseconds = performance.now() - start
  return { child, milliseconds, built: Buffer.concat(output).includes('Building the pages') }
}

const perSecond = (amount: number, milliseconds: number): number => (amount * 1_000) / milliseconds

/** CPU of the process with its worker's thread, memory, and then the statements: the server's log of them costs CPU. */
const idleFigures = async ({ child }: Started, dataFolder: string, milliseconds: number) => {
  const pid = child.pid ?? 0
  // What a start leaves to be done, and the look at everything with which a worker begins.
  await sleep(milliseconds / 2)
  const before = cpuByKernel([pid]) ?? 0
  await sleep(milliseconds)
  const cpu = perSecond((cpuByKernel([pid]) ?? 0) - before, milliseconds)
  const name = `memory after ${(1.5 * milliseconds) / 1000} s idle`
  const [mainMib, totalMib] = [residentMib(pid), await sharedMib(familyOf(pid))]
  const statements = await statementsOf(dataFolder, milliseconds)
  const figures: Figure[] = [
    limitFigure(`${name}, main process`, mainMib, 'MiB', 250),
    { name: `${name}, with database and processor`, value: totalMib, unit: 'MiB' },
    limitFigure('CPU idle, main process, a second', cpu, 'ms', 5),
    limitFigure(
      'statements idle, a second',
      [...statements.values()].reduce((sum, one) => sum + one, 0),
      '',
      5,
    ),
  ]
  return { figures, details: { 'statements of an idle shop, a second': Object.fromEntries(statements) } }
}

/** Starts of `npm start` on a new folder and on the data of the start before, and memory at rest. */
export const startFigures = async (stack: AsyncDisposableStack, lengths: Lengths) => {
  const dataFolder = join(await temporaryFolder(stack), 'data')
  const first = await startShop(stack, dataFolder)
  const freshIdle = residentMib(first.child.pid ?? 0)
  await stopShop(first.child)
  const warm: Started[] = []
  for (let round = 1; round < lengths.starts; round += 1) {
    const started = await startShop(stack, dataFolder)
    warm.push(started)
    await stopShop(started.child)
  }
  const last = await startShop(stack, dataFolder)
  const cold = [...warm, last].filter(({ built }) => !built).map(({ milliseconds }) => milliseconds)
  const idle = await idleFigures(last, dataFolder, lengths.idleMilliseconds)
  await stopShop(last.child)
  if (cold.length === 0) throw new Error('the sources changed before every start')
  const figures: Figure[] = [
    { name: 'first start, with demo members', value: first.milliseconds / 1000, unit: 's' },
    limitFigure('cold start on existing data', median(cold) / 1000, 's', 1.5),
    { name: 'memory right after the first start', value: freshIdle, unit: 'MiB' },
    ...idle.figures,
  ]
  return { figures, details: idle.details }
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuByKernel } from './cpu.ts'
import { temporaryFolder } from './environment.ts'
import { median } from './figures.ts'
import { statementsOf } from './idle-statements.ts'
import type { Lengths } from './lengths.ts'
import { familyOf, residentMib, sharedMib } from './machine.ts'
import { limitFigure, type Figure } from './report.ts'
import { startShop, type StartedShop } from './started-shop.ts'

const perSecond = (amount: number, milliseconds: number): number => (amount * 1_000) / milliseconds

/** CPU of the process with its worker's thread, memory, and then the statements: the server's log of them costs CPU. */
const idleFigures = async (
  { pid, dataFolder }: StartedShop,
  { settleMilliseconds, idleMilliseconds: milliseconds }: Lengths,
) => {
  // What a start leaves to be done, and the look at everything with which a worker begins.
  await sleep(settleMilliseconds)
  const before = cpuByKernel([pid]) ?? 0
  await sleep(milliseconds)
  const cpu = perSecond((cpuByKernel([pid]) ?? 0) - before, milliseconds)
  const name = `memory after ${(settleMilliseconds + milliseconds) / 1000} s idle`
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
  const freshIdle = residentMib(first.pid)
  await first.stop()
  const warm: StartedShop[] = []
  for (let round = 1; round < lengths.starts; round += 1) {
    const started = await startShop(stack, dataFolder)
    warm.push(started)
    await started.stop()
  }
  const last = await startShop(stack, dataFolder)
  const cold = [...warm, last].filter(({ built }) => !built).map(({ milliseconds }) => milliseconds)
  const idle = await idleFigures(last, lengths)
  await last.stop()
  if (cold.length === 0) throw new Error('the sources changed before every start')
  const figures: Figure[] = [
    { name: 'first start, with demo members', value: first.milliseconds / 1000, unit: 's' },
    limitFigure('cold start on existing data', median(cold) / 1000, 's', 1.5),
    { name: 'memory right after the first start', value: freshIdle, unit: 'MiB' },
    ...idle.figures,
  ]
  return { figures, details: idle.details }
}

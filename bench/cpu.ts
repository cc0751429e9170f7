import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { BenchChild } from './child.ts'

const Usage = z.object({ cpuMilliseconds: z.number() })

/** What this process has used of the processor, of all its threads. */
export const cpuSoFar = (): z.output<typeof Usage> => {
  const { user, system } = process.cpuUsage()
  return { cpuMilliseconds: (user + system) / 1000 }
}

/** The same of a child that answers the task `usage`. */
export const cpuOf = async (child: BenchChild): Promise<number> =>
  Usage.parse(await child.send({ kind: 'usage' })).cpuMilliseconds

/** Empty for a process that has ended meanwhile. */
const statOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** Ticks of the kernel's clock are a hundredth of a second on every Linux that Node runs on. */
const tickMilliseconds = 10

/** User and system time of a process in ticks, and the same of its children that have ended. */
const ticksOf = (pid: number): { readonly own: number; readonly ended: number } => {
  const fields = statOf(pid).split(') ')[1]?.split(' ') ?? []
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ended: endedUser + endedSystem }
}

/** The same of any processes, by the kernel's counters, in steps of 10 ms; null without `/proc`. */
export const cpuByKernel = (pids: readonly number[]): number | null => {
  if (process.platform !== 'linux') return null
  return pids.reduce((sum, pid) => sum + ticksOf(pid).own, 0) * tickMilliseconds
}

/** The same of a process and everything that it has started, also what has ended since. */
export const cpuOfFamily = (family: readonly number[]): number =>
  family.reduce((sum, pid) => sum + ticksOf(pid).own + ticksOf(pid).ended, 0) * tickMilliseconds

/** What all processes of this machine have used together; 0 without `/proc`. */
export const cpuOfMachine = (): number => {
  if (process.platform !== 'linux') return 0
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = first
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + interrupts + soft + stolen) * tickMilliseconds
}

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

/** The same of any processes, by the kernel's counters, in steps of 10 ms; null without `/proc`. */
export const cpuByKernel = (pids: readonly number[]): number | null => {
  if (process.platform !== 'linux') return null
  const ticks = pids.map((pid) => {
    const fields = statOf(pid).split(') ')[1]?.split(' ') ?? []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks.reduce((sum, one) => sum + one, 0) * tickMilliseconds
}

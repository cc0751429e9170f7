import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'

/** Load and cores, for readers of the figures. */
export const machineNow = () => ({
  cores: cpus().length,
  load: loadavg().map((one) => Math.round(one * 100) / 100),
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
})

const parents = (): Map<number, number> => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number)) // prettier-ignore
  return new Map(pairs.map(([pid = 0, ppid = 0]) => [pid, ppid]))
}

/** A process and everything it started, itself first. */
export const familyOf = (pid: number): number[] => {
  const above = parents()
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of above) if (parent === member) family.push(child)
  }
  return family
}

const kibIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)

/** Resident memory of a process in MiB. */
export const residentMib = (pid: number): number => {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout.trim()) / 1024
}

/**
 * Memory of several processes in MiB, with what they share counted once (`Pss` of Linux). Elsewhere the plain sum,
 * which counts it once for each.
 */
export const sharedMib = async (pids: readonly number[]): Promise<number> => {
  if (process.platform !== 'linux') return pids.reduce((sum, pid) => sum + residentMib(pid), 0)
  const parts = pids.map(async (pid) =>
    kibIn(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''), 'Pss'),
  )
  return (await Promise.all(parts)).reduce((sum, kib) => sum + kib, 0) / 1024
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a running server wrote into `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  /** False while it starts, recovers or stops. */
  readonly ready: boolean
}

export const socketFolderPrefix = 'loam-pg-'

/** The lock file of a data folder, or null when there is none or it is not written yet. */
export const readPostmaster = async (dataFolder: string): Promise<Postmaster | null> => {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7] === 'ready' }
}

const onLinux = existsSync('/proc/self/stat')

/** Whether a process is a PostgreSQL program and no zombie: a shell or a `tail` in the folder of a server is none. */
const isLivePostgres = async (pid: number): Promise<boolean> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return /^\d+ \(postgres\) [^Z]/.test(text)
}

const worksIn = async (pid: number, folder: string): Promise<boolean> => {
  const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return workingFolder === folder && (await isLivePostgres(pid))
}

// Without /proc the command line is checked: a server is always started with `-D <its data folder>`.
const isServingByCommandLine = (pid: number, folder: string): boolean => {
  const result = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const output = result.stdout.trim()
  return result.status === 0 && !output.startsWith('Z') && output.includes(folder)
}

/** Whether any process has this number. */
export const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

/**
 * Whether a process is a live server of this folder: not gone, not a zombie, not another program with a recycled
 * number.
 */
export const isServing = async (pid: number, dataFolder: string): Promise<boolean> => {
  const folder = await realpath(dataFolder).catch(() => dataFolder)
  return onLinux
    ? worksIn(pid, folder)
    : isServingByCommandLine(pid, folder) || isServingByCommandLine(pid, dataFolder)
}

const leftovers = async (dataFolder: string): Promise<number[]> => {
  if (!onLinux) return []
  const folder = await realpath(dataFolder).catch(() => dataFolder)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, folder)) ? pid : 0)))
  return found.filter((pid) => pid > 0)
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Waits until no process serves the folder under `pid`; false when it still does after `milliseconds`. */
const waitForEnd = async (pid: number, dataFolder: string, milliseconds: number): Promise<boolean> => {
  for (let waited = 0; waited < milliseconds; waited += 20) {
    if (!(await isServing(pid, dataFolder))) return true
    await sleep(20)
  }
  return !(await isServing(pid, dataFolder))
}

/** Ends a live server: fast shutdown (SIGINT), then immediate (SIGQUIT), which recovers at the next start. */
export const endServer = async (pid: number, dataFolder: string): Promise<void> => {
  // Its number may belong to another process by now.
  if (!(await isServing(pid, dataFolder))) return
  signal(pid, 'SIGINT')
  if (await waitForEnd(pid, dataFolder, 20_000)) return
  signal(pid, 'SIGQUIT')
  if (await waitForEnd(pid, dataFolder, 10_000)) return
  signal(pid, 'SIGKILL')
  await waitForEnd(pid, dataFolder, 5_000)
}

/**
 * Removes what a dead server left: child processes that still hold its memory, its lock file (PostgreSQL would refuse
 * to start while the recorded number belongs to a zombie or another program) and its socket folder.
 */
export const clearDeadServer = async (dataFolder: string, dead: Postmaster | null): Promise<void> => {
  for (const pid of await leftovers(dataFolder)) {
    signal(pid, 'SIGKILL')
    await waitForEnd(pid, dataFolder, 5_000)
  }
  await rm(join(dataFolder, 'postmaster.pid'), { force: true })
  const socketFolder = dead?.socketFolder ?? ''
  if (!basename(socketFolder).startsWith(socketFolderPrefix)) return
  await rm(socketFolder, { recursive: true, force: true })
}

import { cpuOfFamily, cpuOfMachine } from './cpu.ts'
import { familyOf } from './machine.ts'

/** Cores that others may use while something is measured. */
const mostForeignCores = 0.25

/** Servers that are not below this process, such as a database that runs as another user. */
const roots = new Set<number>([process.pid])

/** Counts a process and what it starts as the bench's own. */
export const addOwnProcess = (pid: number): void => void roots.add(pid)

const ownCpu = (): number => cpuOfFamily([...new Set([...roots].flatMap(familyOf))])

/** How many cores others used while something was measured; of a loud machine also how often it was measured. */
export interface Quiet<T> {
  readonly result: T
  readonly foreignCores: number
}

const measureOnce = async <T>(run: () => Promise<T>): Promise<Quiet<T>> => {
  const start = performance.now()
  const [machine, own] = [cpuOfMachine(), ownCpu()]
  const result = await run()
  const foreign = cpuOfMachine() - machine - (ownCpu() - own)
  return { result, foreignCores: Math.max(0, foreign / (performance.now() - start)) }
}

/**
 * Measures, and again while others use more than a quarter of a core, at most this many times; resolves with the quietest.
 * Without `/proc` it cannot know, and measures once.
 */
export const whileQuiet = async <T>(tries: number, run: () => Promise<T>): Promise<Quiet<T>> => {
  let best = await measureOnce(run)
  for (let again = 1; again < tries && best.foreignCores > mostForeignCores; again += 1) {
    const next = await measureOnce(run)
    if (next.foreignCores < best.foreignCores) best = next
  }
  return best
}

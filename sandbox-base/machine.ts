import { randomBytes } from 'node:crypto'

/** What the sandbox takes from the machine it runs on, in one place so that tests can hold it in their hands. */
export interface Machine {
  /** Milliseconds since 1970. The processor's clock is the machine's; the shop's may be elsewhere. */
  readonly now: () => number
  /** An unguessable id such as `ch_9f…`. */
  readonly newId: (prefix: string) => string
  /** Runs later; the returned function takes it back. */
  readonly later: (ms: number, run: () => void) => () => void
}

export const realMachine: Machine = {
  now: () => Date.now(),
  newId: (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`,
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or at once when `signal` fires. */
export const sleep = (machine: Machine, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted || ms === 0) return resolve()
    const cancelTimer = machine.later(ms, resolve)
    signal.addEventListener('abort', () => {
      cancelTimer()
      resolve()
    })
  })

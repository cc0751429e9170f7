import { performance } from 'node:perf_hooks'

const lookEveryMs = 10_000
/** Of a thread's time; above it somebody may be waiting for an answer. */
const idleShare = 0.05

const collectAll = (): void => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** The share of its time that this thread was busy since it was last asked, from 0 to 1. */
const busyShares = (): (() => number) => {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

/**
 * Gives back, once, the memory that only starting needed in this thread: V8 keeps it for minutes, or for ever. It takes half a second, so
 * it waits until the thread has done hardly anything for ten seconds. Without effect unless Node runs with `--expose-gc`.
 */
export const collectStartGarbage = (busyShare = busyShares(), collect = collectAll): void => {
  const timer = setInterval(() => {
    if (busyShare() > idleShare) return
    clearInterval(timer)
    collect()
  }, lookEveryMs)
  timer.unref()
}

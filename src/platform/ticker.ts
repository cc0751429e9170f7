import type { Log } from './log.ts'

interface TickerOptions {
  readonly name: string
  /** Milliseconds from the end of one run to the start of the next; doubled after each failure, up to a minute. */
  readonly pauseMs: number
  readonly log: Log
}

export interface Ticker {
  /** Waits for the run in hand; no further one starts. */
  readonly stop: () => Promise<void>
}

/** Calls `run` again and again, never twice at once; a run that throws is logged and the next one comes all the same. */
export const startTicker = (run: () => Promise<unknown>, { name, pauseMs, log }: TickerOptions): Ticker => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let inHand: Promise<void> = Promise.resolve()
  let wait = pauseMs
  const tick = async (): Promise<void> => {
    try {
      await run()
      wait = pauseMs
    } catch (thrown) {
      wait = Math.min(wait * 2, 60_000)
      log.error({ err: thrown, ticker: name }, 'a due run failed and will be tried again')
    }
    if (!stopped) schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      inHand = tick()
    }, wait)
  }
  inHand = tick()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await inHand
    },
  }
}

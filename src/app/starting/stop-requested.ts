const signals = ['SIGTERM', 'SIGINT'] as const

type StopSignal = (typeof signals)[number]

const limitSeconds = 30

/**
 * Resolves with the signal that asks the process to end. From half a second later on, asking again ends it at once, and
 * so does the time: 30 seconds after the draining delay.
 */
export const stopRequested = (drainDelaySeconds: number): Promise<StopSignal> => {
  const stop = Promise.withResolvers<StopSignal>()
  const end = (): void => process.exit(1)
  const first = (signal: StopSignal): void => {
    stop.resolve(signal)
    // npm passes on the Ctrl-C that the terminal has sent already; every write bears an end at once.
    setTimeout(() => signals.forEach((name) => process.once(name, end)), 500).unref()
    signals.forEach((name) => process.on(name, () => undefined))
    setTimeout(end, (drainDelaySeconds + limitSeconds) * 1_000).unref()
  }
  signals.forEach((name) => process.once(name, first))
  return stop.promise
}

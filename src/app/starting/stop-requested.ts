const signals = ['SIGTERM', 'SIGINT'] as const

/** Resolves when the process is asked to end. From half a second later on, asking again ends it at once. */
export const stopRequested = (): Promise<void> => {
  const stop = Promise.withResolvers<void>()
  const first = (): void => {
    stop.resolve()
    // npm passes on the Ctrl-C that the terminal has sent already; every write bears an end at once.
    setTimeout(() => signals.forEach((name) => process.once(name, () => process.exit(1))), 500).unref()
    signals.forEach((name) => process.on(name, () => undefined))
    setTimeout(() => process.exit(1), 30_000).unref()
  }
  signals.forEach((name) => process.once(name, first))
  return stop.promise
}

/**
 * Serializes runs in this process: a caller waits for the current run and then gets a run of its own. A run that throws
 * fails its own caller only.
 */
export const serialize = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let previous: Promise<unknown> = Promise.resolve()
  return () => {
    const current = previous.then(run, run)
    previous = current
    return current
  }
}

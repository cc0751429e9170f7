/**
 * Serializes runs in this process: a caller waits for the current run and then gets a run of its own. A run that throws
 * fails its own caller only.
 */
export const serialize = <Args extends readonly unknown[], T>(
  run: (...args: Args) => Promise<T>,
): ((...args: Args) => Promise<T>) => {
  let previous: Promise<unknown> = Promise.resolve()
  return (...args) => {
    const runAgain = () => run(...args)
    const current = previous.then(runAgain, runAgain)
    previous = current
    return current
  }
}

/**
 * Work that is done by one caller after the other in this process: whoever asks while a run is on its way waits for it
 * and then has a run of its own. A run that throws fails its own caller only.
 */
export const serialize = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let previous: Promise<unknown> = Promise.resolve()
  return () => {
    const current = previous.then(run, run)
    previous = current
    return current
  }
}

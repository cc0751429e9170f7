/**
 * Work that is done by one caller after the other in this process: whoever asks while a run is on its way waits for it
 * and then has a run of its own. A run that throws fails its own caller only.
 */
export const oneAtATime = <T>(run: () => Promise<T>): (() => Promise<T>) => {
  let before: Promise<unknown> = Promise.resolve()
  return () => {
    const mine = before.then(run, run)
    before = mine
    return mine
  }
}

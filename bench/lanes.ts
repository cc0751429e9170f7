import { sliceOf, type Slice } from './figures.ts'

/** Does every item, `width` of them at a time, and measures each. */
export const timeLanes = async <T>(
  items: readonly T[],
  width: number,
  act: (item: T) => Promise<void>,
): Promise<Slice> => {
  const latencies: number[] = []
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) {
      const start = performance.now()
      await act(item)
      latencies.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: width }, lane))
  return sliceOf(latencies, (performance.now() - start) / 1000)
}

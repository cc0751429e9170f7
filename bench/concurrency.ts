import { sliceOf, type Slice } from './figures.ts'

/** Does every item, `width` of them at a time, and measures each. */
export const timeConcurrently = async <T>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<void>,
): Promise<Slice> => {
  const latencies: number[] = []
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      const start = performance.now()
      await run(item)
      latencies.push(performance.now() - start)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: width }, worker))
  return sliceOf(latencies, (performance.now() - start) / 1000)
}

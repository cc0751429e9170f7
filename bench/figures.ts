import { z } from 'zod'
import { whileQuiet, type Quiet } from './quiet-machine.ts'

/** What came of one slice of load. Times in milliseconds. */
export const Slice = z.object({
  done: z.int(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
})

export type Slice = z.output<typeof Slice>

/** The value below which this part of the numbers lies. */
const quantile = (numbers: readonly number[], part: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** The middle one; of an even number the mean of the two in the middle. */
export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [below = 0, above = below] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (below + above) / 2
}

export const sliceOf = (latencies: readonly number[], seconds: number): Slice => ({
  done: latencies.length,
  seconds,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
})

const perSecond = ({ done, seconds }: Slice): number => done / seconds

/** Slices of the shop and of its baseline, measured alternately. */
export interface Comparison {
  readonly shop: readonly Slice[]
  readonly floor: readonly Slice[]
  /** The median of the ratios of neighbors, and how far they lie apart. */
  readonly ratio: number
  readonly spread: readonly [number, number]
  /** Cores that others used during each pair. */
  readonly foreignCores: readonly number[]
}

/**
 * Alternates: a slice of the baseline, one of the shop. A disturbance of the machine that is longer than a slice hits
 * both; a pair during which others use much of the machine is measured again, at most this many times in all.
 */
export const takeTurns = async (
  { rounds, tries }: { readonly rounds: number; readonly tries: number },
  floor: () => Promise<Slice>,
  shop: () => Promise<Slice>,
): Promise<Comparison> => {
  const pairs: Quiet<{ readonly below: Slice; readonly above: Slice }>[] = []
  for (let round = 0; round < rounds; round += 1)
    pairs.push(await whileQuiet(tries, async () => ({ below: await floor(), above: await shop() })))
  const slices = pairs.map(({ result }) => result)
  const ratios = slices.map(({ below, above }) => perSecond(above) / perSecond(below))
  return {
    shop: slices.map(({ above }) => above),
    floor: slices.map(({ below }) => below),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    foreignCores: pairs.map(({ foreignCores }) => foreignCores),
  }
}

/** The middle rate and latencies of many slices. */
export const middle = (slices: readonly Slice[]) => ({
  perSecond: median(slices.map(perSecond)),
  p50: median(slices.map(({ p50 }) => p50)),
  p99: median(slices.map(({ p99 }) => p99)),
})

import { readFileSync, writeFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'

/** One run of a property: the seed, and the path by which fast-check finds the case at once. */
const Case = z.object({ seed: z.int(), path: z.string() })

const Found = z.object({
  simulations: z.array(z.int()),
  prices: z.array(z.int()),
  previews: z.array(z.int()),
  properties: z.record(z.string(), z.array(Case)),
})

type Found = z.output<typeof Found>

type FoundCase = z.output<typeof Case>

type Simulation = Exclude<keyof Found, 'properties'>

const file = join(import.meta.dirname, 'found-seeds.json')

const readFound = (): Found => Found.parse(JSON.parse(readFileSync(file, 'utf8')))

const writeFound = (found: Found): void => writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)

/** Seeds at which a long run once failed; every run of the tests repeats them. */
export const foundSeeds = (simulation: Simulation): readonly number[] => readFound()[simulation]

/** Keeps the failing seeds of a long run as cases of every run. */
export const saveSeeds = (simulation: Simulation, seeds: readonly number[]): void => {
  const found = readFound()
  writeFound({ ...found, [simulation]: [...new Set([...found[simulation], ...seeds])] })
}

/** Cases at which the property of a test once failed. */
export const foundCases = (test: string): readonly FoundCase[] => readFound().properties[test] ?? []

/** Keeps a failing case of a property as a case of every run. */
export const saveCase = (test: string, failed: FoundCase): void => {
  const found = readFound()
  const properties = { ...found.properties, [test]: [...(found.properties[test] ?? []), failed] }
  writeFound({ ...found, properties })
}

/** The seed that was given to a long command, or a random one for `random`. */
export const seedFrom = (text: string): number => (text === 'random' ? randomInt(1, 2 ** 30) : Number(text))

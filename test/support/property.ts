import { join, relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { foundCases, saveCase } from './found-seeds.ts'

/** The seed of every property in every run of the tests. */
const fixedSeed = 20_261_122

const longSeed = process.env['PROPERTY_SEED']

/** How many times as many cases a long run takes. */
const longFactor = Number(process.env['PROPERTY_FACTOR'] ?? 1)

interface Options {
  /** Cases per run; 100 where it is left out. */
  readonly numRuns?: number
  /** True: the first failing case is reported as it is, without looking for a smaller one. */
  readonly endOnFailure?: boolean
}

const parameters = ({ numRuns = 100, endOnFailure = false }: Options) => ({
  numRuns: numRuns * longFactor,
  endOnFailure,
  seed: Number(longSeed ?? fixedSeed),
})

const root = join(import.meta.dirname, '../..')

const testName = (): string => {
  const { testPath = '', currentTestName = '' } = expect.getState()
  return `${relative(root, testPath)} > ${currentTestName}`
}

const settle = <T>(run: fc.RunDetails<T>): void => {
  if (!run.failed) return
  if (longSeed !== undefined && run.counterexamplePath !== null)
    saveCase(testName(), { seed: run.seed, path: run.counterexamplePath })
  throw new Error(fc.defaultReportMessage(run))
}

/**
 * Checks a property with the fixed seed and with every case that a long run once found. A long run (`npm run
 * properties:long`) names a seed of its own; a failing case is printed and saved in `found-seeds.json`.
 */
export const assertProperty = <T>(property: fc.IProperty<T>, options: Options = {}): void => {
  for (const found of foundCases(testName())) settle(fc.check(property, { ...found, endOnFailure: true }))
  settle(fc.check(property, parameters(options)))
}

/** The same of a property that waits. */
export const assertAsyncProperty = async <T>(
  property: fc.IAsyncProperty<T>,
  options: Options = {},
): Promise<void> => {
  for (const found of foundCases(testName()))
    settle(await fc.check(property, { ...found, endOnFailure: true }))
  settle(await fc.check(property, parameters(options)))
}

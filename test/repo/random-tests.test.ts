import { expect, test } from 'vitest'
import { filesUnder } from './source-files.ts'

/** Where randomness may be used: behind a seed, or for names, keys and ports that no result depends on. */
const exempt = [
  'test/support/property.ts',
  'test/support/found-seeds.ts',
  'test/support/children.ts',
  'test/support/database.ts',
  'test/account/soft-authenticator.ts',
  'test/repo/random-tests.test.ts',
  'test/repo/lint.test.ts',
]

const unseeded = [
  [/\bfc\.(assert|check)\(/, 'goes around assertProperty, which fixes the seed'],
  [/\bMath\.random\(|\brandom(Int|Bytes)\b/, 'has randomness without a seed'],
] as const

/** `fc.sample` with a number instead of parameters, or with parameters that name no seed. */
const unseededSamples = (text: string): boolean =>
  [...text.matchAll(/\bfc\.sample\(/g)].some(({ index }) => {
    const end = text.slice(index).search(/\)\n/)
    return !/\bseed\b/.test(text.slice(index, index + end))
  })

const wrongIn = (text: string): string[] => [
  ...unseeded.filter(([found]) => found.test(text)).map(([, what]) => what),
  ...(unseededSamples(text) ? ['samples without a seed'] : []),
]

test('every random test has a fixed seed', () => {
  const files = [...filesUnder(['test'], /\.tsx?$/), ...filesUnder(['src'], /\.test\.tsx?$/)]
  const found = files
    .filter(({ path }) => !exempt.includes(path))
    .flatMap(({ path, text }) => wrongIn(text).map((what) => `${path} ${what}`))
  expect(found).toEqual([])
})

test('the check finds random tests without a seed', () => {
  expect(wrongIn('fc.assert(property)')).toHaveLength(1)
  expect(wrongIn('const some = fc.sample(words, 3)\n')).toHaveLength(1)
  expect(wrongIn('const some = fc.sample(words, { numRuns: 3, seed: 7 })\n')).toEqual([])
  expect(wrongIn("import { randomInt } from 'node:crypto'")).toHaveLength(1)
})

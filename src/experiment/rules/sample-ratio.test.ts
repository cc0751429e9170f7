import { expect, test } from 'vitest'
import { mismatchBelow, splitProbability } from './sample-ratio.ts'

const half = (first: number, second: number) => [
  { count: first, weight: 1 },
  { count: second, weight: 1 },
]

test('the probability is one over the Bayes factor', () => {
  // Worked out by another program: a beta distribution of 50 and 50 against one half, and of 90 and 10 against nine tenths.
  expect(splitProbability(half(600, 400)) / 3.749941828649744e-8).toBeCloseTo(1, 6)
  expect(splitProbability(half(560, 440)) / 0.004685564423250349).toBeCloseTo(1, 6)
  expect(
    splitProbability([
      { count: 850, weight: 9 },
      { count: 150, weight: 1 },
    ]) / 5.1852009744694856e-5,
  ).toBeCloseTo(1, 6)
})

test('a split as planned is none to look into, a wrong one is', () => {
  expect(splitProbability(half(812, 794))).toBe(1)
  expect(splitProbability(half(0, 0))).toBe(1)
  expect(splitProbability(half(600, 400))).toBeLessThan(mismatchBelow)
  expect(splitProbability([...half(500, 500), { count: 1, weight: 0 }])).toBe(0)
  expect(splitProbability([...half(500, 500), { count: 0, weight: 0 }])).toBe(1)
})

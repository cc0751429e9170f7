import { expect, test } from 'vitest'
import { differenceOf, peopleNeeded, relativeDifferenceOf } from './confidence-sequence.ts'

const share = (count: number, total: number) => ({ count, total, squares: total })

const offer = { control: share(812, 171), treated: share(794, 190), isShare: true }
const large = { control: share(10_000, 1000), treated: share(10_000, 1300), isShare: true }

test('the interval equals that of the published formula', () => {
  // Worked out by another program from theorem 2.2 with α = 0.05, tuned for 5,000 people.
  const small = differenceOf(offer)
  expect(small?.estimate).toBeCloseTo(0.028703577322529816, 10)
  expect(small?.low).toBeCloseTo(-0.037556905301794216, 10)
  expect(small?.high).toBeCloseTo(0.09496405994685385, 10)
  const sure = differenceOf(large)
  expect(sure?.low).toBeCloseTo(0.015905094654374723, 10)
  expect(sure?.high).toBeCloseTo(0.044094905345625275, 10)
  const relative = relativeDifferenceOf(large)
  expect(relative?.estimate).toBeCloseTo(0.3, 10)
  expect(relative?.low).toBeCloseTo(0.14851436737829116, 10)
  expect(relative?.high).toBeCloseTo(0.47146613747441024, 10)
})

test('too few people, or none who acted, give no result', () => {
  expect(differenceOf({ ...offer, treated: share(99, 20) })).toBeNull()
  expect(differenceOf({ control: share(500, 0), treated: share(500, 0), isShare: true })).toBeNull()
  expect(relativeDifferenceOf({ control: share(500, 0), treated: share(500, 9), isShare: true })).toBeNull()
})

test('amounts of money use the spread of their values', () => {
  // Half of the people pay 100, half nothing: a variance of 2,500 as a share of one half has 0.25.
  const paid = (count: number) => ({ count, total: count * 50, squares: count * 5_000 })
  const money = differenceOf({ control: paid(5_000), treated: paid(5_000), isShare: false })
  const shares = differenceOf({ control: share(5_000, 2_500), treated: share(5_000, 2_500), isShare: true })
  expect((money?.high ?? 0) / 100).toBeCloseTo(shares?.high ?? 1, 5)
})

test('the required number of people is the first at which the interval is narrow enough', () => {
  expect(peopleNeeded(offer, 0.03)).toBe(7_176)
  expect(peopleNeeded({ ...offer, treated: share(0, 0) }, 0.03)).toBeNull()
  // Never fewer than an interval takes at all.
  expect(peopleNeeded(offer, 1)).toBe(200)
})

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Looks after each 20 people whether two variants differ, until this many people came; whether it ever seemed so. */
const everDiffers = (seed: number, rates: readonly [number, number], people: number): boolean => {
  const random = randomFrom(seed)
  const counts: [{ count: number; total: number }, { count: number; total: number }] = [
    { count: 0, total: 0 },
    { count: 0, total: 0 },
  ]
  for (let person = 1; person <= people; person += 1) {
    const side = random() < 0.5 ? 0 : 1
    counts[side].count += 1
    if (random() < rates[side]) counts[side].total += 1
    if (person % 20 !== 0) continue
    const [control, treated] = counts.map(({ count, total }) => share(count, total))
    const found = control && treated ? differenceOf({ control, treated, isShare: true }) : null
    if (found && (found.low > 0 || found.high < 0)) return true
  }
  return false
}

const seeds = Array.from({ length: 200 }, (_, at) => 1_000 + at)

test.each([0.02, 0.3])(
  'without a difference, looking after every 20 of 4,000 people finds one at most once in twenty: %d',
  (rate) => {
    const wrong = seeds.filter((seed) => everDiffers(seed, [rate, rate], 4_000)).length
    expect(wrong / seeds.length).toBeLessThanOrEqual(0.05)
  },
)

test('a real difference is found', () => {
  const found = seeds.slice(0, 50).filter((seed) => everDiffers(seed, [0.1, 0.16], 8_000)).length
  expect(found / 50).toBeGreaterThan(0.9)
})

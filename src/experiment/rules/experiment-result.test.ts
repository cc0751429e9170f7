import { expect, test } from 'vitest'
import { everyone } from './audience.ts'
import { draftOf } from './experiment-change.ts'
import {
  guardrailsOf,
  resultsOf,
  splitOf,
  verdictOf,
  mismatchBelow,
  splitProbability,
} from './experiment-result.ts'
import type { VariantCount } from './experiment-result.ts'
import type { Metric } from './metrics.ts'
import { verdictText } from './verdict-text.ts'

const experiment = draftOf('offer', {
  title: 'Does an offer help?',
  hypothesis: 'It does.',
  unit: 'member',
  variants: [
    { name: 'offer', weight: 1 },
    { name: 'none', weight: 1 },
  ],
  control: 'none',
  audience: everyone,
  metric: 'orders',
  windowDays: 7,
  effect: 3,
  guardrails: [{ metric: 'refunds', limit: 1 }],
  endsOn: '',
})

const counted = (variant: string, count: number, parts: Partial<Record<Metric, number>>): VariantCount => ({
  variant,
  met: count,
  samples: new Map(
    (['orders', 'refunds'] as const).map((metric) => [
      metric,
      { count, total: parts[metric] ?? 0, squares: parts[metric] ?? 0 },
    ]),
  ),
})

const began = Temporal.PlainDate.from('2031-01-01')

const said = (counts: readonly VariantCount[], perDay = 100, today = began.add({ days: 30 })) => {
  const verdict = verdictOf({ experiment, counts, perDay, began, today })
  return { ...verdict, ...verdictText(experiment, verdict, resultsOf(experiment, counts, 'orders'), 'USD') }
}

test('a result without people, or before the first days are over, says so', () => {
  expect(said([]).head).toBe('Nobody has met it yet.')
  const early = [{ variant: 'offer', met: 4, samples: new Map() }]
  expect(said(early, 4, began.add({ days: 2 })).head).toBe('Too early, from January 8, 2031 on.')
})

test('a result without enough data names the people, the date, and the possible difference', () => {
  const { head, text } = said([counted('none', 812, { orders: 171 }), counted('offer', 794, { orders: 190 })])
  expect(head).toBe('Not enough data yet.')
  // 7,176 people are needed, 1,606 have met it: 5,570 more at 100 a day take 56 days, and their own days 7 more.
  expect(text).toContain('from 3.8 points worse to 9.5 points better')
  expect(text).toContain('about 5,570 more people, at today’s traffic until April 4, 2031')
})

test('without traffic a result has no date', () => {
  const counts = [counted('none', 200, { orders: 20 }), counted('offer', 200, { orders: 22 })]
  expect(said(counts, 0).text).toContain('or nobody meets it')
})

test('a result is better, worse, or without a relevant difference', () => {
  const none = counted('none', 10_000, { orders: 1_000 })
  expect(said([none, counted('offer', 10_000, { orders: 1_300 })])).toMatchObject({
    head: '“offer” is better than “none”.',
    text: expect.stringContaining('from 1.6 points better to 4.4 points better'),
  })
  expect(said([none, counted('offer', 10_000, { orders: 700 })]).head).toBe(
    'Every other variant is worse than “none”.',
  )
  expect(said([none, counted('offer', 10_000, { orders: 1_001 })]).head).toBe('No difference of 3 points.')
})

test('a guardrail is broken only when the variant is certainly worse by more than the limit', () => {
  const none = counted('none', 5_000, { refunds: 100 })
  const broken = (refunds: number) =>
    guardrailsOf(experiment, [none, counted('offer', 5_000, { refunds })])[0]?.broken
  // 2 points worse may be chance; 5 points worse is not, and 4 points better is none of its business.
  expect(broken(200)).toEqual([])
  expect(broken(350)).toEqual(['offer'])
  expect(broken(10)).toEqual([])
})

test('a split that differs from the plan is reported', () => {
  expect(splitOf(experiment, [counted('none', 600, {}), counted('offer', 400, {})]).isWrong).toBe(true)
  expect(splitOf(experiment, [counted('none', 500, {}), counted('offer', 490, {})]).isWrong).toBe(false)
})

const half = (first: number, second: number) => [
  { count: first, weight: 1 },
  { count: second, weight: 1 },
]

test('the probability is one divided by the Bayes factor', () => {
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

test('a split as planned raises no warning, and a wrong one does', () => {
  expect(splitProbability(half(812, 794))).toBe(1)
  expect(splitProbability(half(0, 0))).toBe(1)
  expect(splitProbability(half(600, 400))).toBeLessThan(mismatchBelow)
  expect(splitProbability([...half(500, 500), { count: 1, weight: 0 }])).toBe(0)
  expect(splitProbability([...half(500, 500), { count: 0, weight: 0 }])).toBe(1)
})

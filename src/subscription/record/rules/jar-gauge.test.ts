import { expect, test } from 'vitest'
import { daysLeftInJar } from './jar-gauge.ts'

const shippedOn = Temporal.PlainDate.from('2026-09-18')

test.each([
  [30, '2026-09-17', 30],
  [30, '2026-09-18', 30],
  [30, '2026-09-19', 29],
  [30, '2026-10-17', 1],
  [30, '2026-10-18', 0],
  [30, '2027-10-18', 0],
  [90, '2026-09-18', 30],
  [90, '2026-10-17', 1],
  [90, '2026-10-18', 30],
  [90, '2026-12-05', 12],
  [90, '2026-12-17', 0],
])(
  '%i days of supply from September 18: on %s %i days are left in the jar',
  (supplyDays, today, expected) => {
    expect(daysLeftInJar({ shippedOn, supplyDays }, Temporal.PlainDate.from(today))).toBe(expected)
  },
)

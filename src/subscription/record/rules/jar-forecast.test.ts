import { expect, test } from 'vitest'
import { jarForecast, daysLeftInJar } from './jar-forecast.ts'

const today = Temporal.PlainDate.from('2031-02-06')
const inDays = (days: number) => today.add({ days })

test('an order on the day the jar is empty refills it', () => {
  const supply = { today, supplyDays: 30, shippedOn: inDays(-20), orders: [inDays(10), inDays(40)] }
  expect(jarForecast(supply, 50)).toEqual({
    points: [
      { day: 0, left: 10 },
      { day: 10, left: 0 },
      { day: 10, left: 30 },
      { day: 40, left: 0 },
      { day: 40, left: 30 },
      { day: 50, left: 20 },
    ],
    empty: [],
  })
})

test('a late order leaves empty days, and an early one adds to the rest', () => {
  const late = jarForecast({ today, supplyDays: 30, shippedOn: inDays(-28), orders: [inDays(10)] }, 20)
  expect(late.empty).toEqual([{ from: 2, until: 10 }])
  expect(late.points.slice(0, 3)).toEqual([
    { day: 0, left: 2 },
    { day: 2, left: 0 },
    { day: 10, left: 0 },
  ])
  const early = jarForecast({ today, supplyDays: 30, shippedOn: today, orders: [inDays(10)] }, 10)
  expect(early.points.at(-1)).toEqual({ day: 10, left: 50 })
})

test('before the first shipment the jar is not shown as empty, and without orders the line ends at zero', () => {
  const first = jarForecast({ today, supplyDays: 30, shippedOn: null, orders: [inDays(3), inDays(40)] }, 60)
  expect(first.empty).toEqual([{ from: 33, until: 40 }])
  const none = jarForecast({ today, supplyDays: 30, shippedOn: today, orders: [] }, 60)
  expect(none.points).toEqual([
    { day: 0, left: 30 },
    { day: 30, left: 0 },
    { day: 60, left: 0 },
  ])
})

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
  'with %i days of supply from September 18, on %s %i days are left in the jar',
  (supplyDays, today, expected) => {
    expect(daysLeftInJar({ shippedOn, supplyDays }, Temporal.PlainDate.from(today))).toBe(expected)
  },
)

import { expect, test } from 'vitest'
import { deliveryDays } from './delivery-days.ts'

test('each of the last days is there, also one without events, and what is older is not', () => {
  const today = Temporal.PlainDate.from('2031-03-02')
  const days = deliveryDays(
    [
      { day: '2031-02-16', state: 'delivered', count: 9 },
      { day: '2031-03-01', state: 'delivered', count: 3 },
      { day: '2031-03-01', state: 'given-up', count: 2 },
      { day: '2031-03-02', state: 'waiting', count: 1 },
    ],
    today,
  )
  expect(days).toHaveLength(14)
  expect(days[0]).toEqual({ day: '2031-02-17', delivered: 0, waiting: 0, given_up: 0 })
  expect(days.slice(-2)).toEqual([
    { day: '2031-03-01', delivered: 3, waiting: 0, given_up: 2 },
    { day: '2031-03-02', delivered: 0, waiting: 1, given_up: 0 },
  ])
})

import { expect, test } from 'vitest'
import { dayLines } from './day-line.ts'

const steady = Array.from({ length: 24 }, (_, hour) => (hour + 1) * 10)

test('a day goes from the left to the right, and today ends where it is', () => {
  // 2 to 94 is the day, so 12 hours are at 48; 240 is the top at 2, so 60 are a quarter of the way up from 22: 17.
  const { today, yesterday, now } = dayLines(
    { today: [...Array<number>(11).fill(0), 30, 60], yesterday: steady },
    12,
  )
  expect(yesterday.startsWith('2,22 5.8,21.2 ')).toBe(true)
  expect(yesterday.endsWith(' 94,2')).toBe(true)
  expect(today.split(' ')).toHaveLength(14)
  expect([today.endsWith(' 48,17'), now]).toEqual([true, { x: 48, y: 17 }])
})

test('both days have one scale, also when today is ahead', () => {
  const { now, yesterday } = dayLines({ today: [480], yesterday: steady }, 0.5)
  expect([now.y, yesterday.endsWith(' 94,12')]).toEqual([2, true])
})

test('days on which nothing happened lie at the bottom', () => {
  const { today, yesterday } = dayLines({ today: [0], yesterday: Array<number>(24).fill(0) }, 0)
  expect(today).toBe('2,22 2,22')
  expect(new Set(yesterday.split(' ').map((point) => point.split(',')[1]))).toEqual(new Set(['22']))
})

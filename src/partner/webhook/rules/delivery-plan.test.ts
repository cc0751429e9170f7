import { expect, test } from 'vitest'
import { nextAttempt, pausedUntil, sendingMode, deliveryDays } from './delivery-plan.ts'

const start = Temporal.Instant.from('2031-01-06T10:00:00Z')
const after = (seconds: number) => start.add({ seconds })

test('retries are spaced ever further apart over three days, then stop', () => {
  const times: number[] = []
  let now = start
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt({ attempts, wantedAt: start }, now, 0)
    if (next === null) break
    times.push(now.until(next).total('seconds'))
    now = next
  }
  expect(times).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
  expect(start.until(now).total('hours')).toBeGreaterThanOrEqual(72)
})

test('an event that is sent late is still tried five times', () => {
  const late = after(4 * 86_400)
  expect(nextAttempt({ attempts: 4, wantedAt: start }, late, 0)).toEqual(late.add({ seconds: 7_200 }))
  expect(nextAttempt({ attempts: 5, wantedAt: start }, late, 0)).toBeNull()
})

test('events that failed together are retried at different times', () => {
  const failed = { attempts: 2, wantedAt: start }
  expect(nextAttempt(failed, start, 0)).toEqual(after(300))
  expect(nextAttempt(failed, start, 1)).toEqual(after(330))
})

test('after five failures in a row an endpoint gets one message at a time, at most every five minutes', () => {
  expect([4, 5, 6, 7, 10, 11, 100].map((failures) => pausedUntil(failures, start))).toEqual([
    null,
    after(5),
    after(10),
    after(20),
    after(160),
    after(300),
    after(300),
  ])
})

test('a pause ends at its exact moment', () => {
  const failing = { failures: 5, pausedUntil: after(5) }
  expect(sendingMode(failing, after(4))).toBe('paused')
  expect(sendingMode(failing, after(5))).toBe('probing')
  expect(sendingMode({ failures: 4, pausedUntil: null }, start)).toBe('open')
})

test('each of the last days is listed, also one without events, and older days are not', () => {
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

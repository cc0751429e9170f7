import { expect, test } from 'vitest'
import { copiesAllowed, isAboutSame } from './campaign-content.ts'

const start = Temporal.Instant.from('2026-11-20T12:00:00Z')

/** How many copies go out in an hour, looked at every five seconds. */
const sentInAnHour = (perHour: number): number => {
  let releasedAt: Temporal.Instant | null = null
  let sent = 0
  for (let second = 0; second < 3_600; second += 5) {
    const { count, usedUntil } = copiesAllowed({ perHour, releasedAt }, start.add({ seconds: second }))
    if (count > 0) releasedAt = usedUntil(count)
    sent += count
  }
  return sent
}

test.each([1, 2, 11, 60, 1_000, 50_000])(
  'a limit of %i copies an hour sends exactly that many',
  (perHour) => {
    const sent = sentInAnHour(perHour)
    expect(sent).toBeLessThanOrEqual(perHour + 1)
    expect(sent).toBeGreaterThanOrEqual(Math.floor(perHour * 0.99))
  },
)

test('copies missed while no worker ran are not all sent at once', () => {
  const { count } = copiesAllowed({ perHour: 1_200, releasedAt: start }, start.add({ hours: 10 }))
  expect(count).toBe(100)
})

test('without a limit many copies are sent at once', () => {
  expect(copiesAllowed({ perHour: null, releasedAt: start }, start).count).toBe(500)
})

test.each([
  [100, 110, true],
  [100, 121, false],
  [50_000, 50_400, true],
  [50_000, 50_600, false],
])('%i is rounded to %i: %s', (counted, shown, same) => {
  expect(isAboutSame(counted, shown)).toBe(same)
})

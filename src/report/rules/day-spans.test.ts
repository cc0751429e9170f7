import { expect, test } from 'vitest'
import { daySpans } from './day-spans.ts'

const zone = 'America/New_York'

const spansAt = (local: string) => {
  const spans = daySpans(Temporal.ZonedDateTime.from(local).toInstant(), zone)
  const show = (at: Temporal.Instant) => at.toZonedDateTimeISO(zone).toString({ timeZoneName: 'never' })
  return Object.values(spans).map(({ from, until, end }) => [from, until, end].map(show))
}

test('days follow the shop’s time zone, each until the same time', () => {
  expect(spansAt('2026-11-23T10:42:00[America/New_York]')).toEqual([
    ['2026-11-23T00:00:00-05:00', '2026-11-23T10:42:00-05:00', '2026-11-24T00:00:00-05:00'],
    ['2026-11-22T00:00:00-05:00', '2026-11-22T10:42:00-05:00', '2026-11-23T00:00:00-05:00'],
    ['2026-11-16T00:00:00-05:00', '2026-11-16T10:42:00-05:00', '2026-11-17T00:00:00-05:00'],
  ])
})

test('across a change of the clocks days end at the same clock time, and have 23 or 25 hours', () => {
  // The clocks went from 2:00 to 3:00 on March 8, and from 2:00 back to 1:00 on November 1.
  expect(spansAt('2026-03-09T10:42:00[America/New_York]').slice(0, 2)).toEqual([
    ['2026-03-09T00:00:00-04:00', '2026-03-09T10:42:00-04:00', '2026-03-10T00:00:00-04:00'],
    ['2026-03-08T00:00:00-05:00', '2026-03-08T10:42:00-04:00', '2026-03-09T00:00:00-04:00'],
  ])
  expect(spansAt('2026-11-02T10:42:00[America/New_York]').slice(0, 2)).toEqual([
    ['2026-11-02T00:00:00-05:00', '2026-11-02T10:42:00-05:00', '2026-11-03T00:00:00-05:00'],
    ['2026-11-01T00:00:00-04:00', '2026-11-01T10:42:00-05:00', '2026-11-02T00:00:00-05:00'],
  ])
})

test('a time skipped yesterday is the moment of the change, and a repeated time is the first one', () => {
  expect(spansAt('2026-03-09T02:30:00[America/New_York]')[1]?.[1]).toBe('2026-03-08T03:00:00-04:00')
  expect(spansAt('2026-11-02T01:30:00[America/New_York]')[1]?.[1]).toBe('2026-11-01T01:30:00-04:00')
})

test('today ends now, also in a repeated hour', () => {
  const [today, yesterday] = spansAt('2026-11-01T01:30:00-05:00[America/New_York]')
  expect([today?.[1], yesterday?.[1]]).toEqual(['2026-11-01T01:30:00-05:00', '2026-10-31T01:30:00-04:00'])
})

test('at midnight the earlier days count only their first moment', () => {
  expect(spansAt('2026-11-23T00:00:00[America/New_York]').map(([from, until]) => from === until)).toEqual([
    true,
    true,
    true,
  ])
})

import { expect, test } from 'vitest'
import { absoluteLimit, sessionStatus, isTouchDue } from './session-limits.ts'

const opened = Temporal.Instant.from('2026-11-20T10:00:00Z')
const session = { lastSeenAt: opened, expiresAt: opened.add(absoluteLimit), revokedAt: null }

test.each([
  ['at once', '2026-11-20T10:00:00Z', 'live'],
  ['a moment before 45 days unused', '2027-01-04T09:59:59.999Z', 'live'],
  ['45 days unused', '2027-01-04T10:00:00Z', 'idle'],
  ['after half a year', '2027-05-19T10:00:00Z', 'expired'],
])('%s', (_when, now, expected) => {
  expect(sessionStatus(session, Temporal.Instant.from(now))).toBe(expected)
})

test('180 days end even a session in daily use', () => {
  const now = Temporal.Instant.from('2027-05-19T10:00:00Z')
  const busy = { ...session, lastSeenAt: now.subtract({ minutes: 1 }) }
  expect(sessionStatus(busy, now)).toBe('expired')
  expect(sessionStatus(busy, now.subtract({ milliseconds: 1 }))).toBe('live')
})

test('a revoked session is over at once', () => {
  expect(sessionStatus({ ...session, revokedAt: opened }, opened)).toBe('revoked')
})

test('the last use is written once in ten minutes', () => {
  expect(isTouchDue(opened, opened.add({ minutes: 9, seconds: 59 }))).toBe(false)
  expect(isTouchDue(opened, opened.add({ minutes: 10 }))).toBe(true)
})

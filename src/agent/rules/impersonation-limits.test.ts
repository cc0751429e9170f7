import { expect, test } from 'vitest'
import { isImpersonationLive } from './impersonation-limits.ts'

const at = (time: string) => Temporal.Instant.from(`2031-01-06T${time}Z`)
const session = { startedAt: at('10:00'), endsAt: at('10:30'), endedAt: null }

test.each([
  ['before its limit', session, '10:29:59.999', true],
  ['at its very limit', session, '10:30', false],
  ['after it was ended', { ...session, endedAt: at('10:05') }, '10:06', false],
  ['before it began', { startedAt: null, endsAt: null, endedAt: null }, '10:00', false],
] as const)('a visit %s', (_what, times, now, live) => {
  expect(isImpersonationLive(times, at(now))).toBe(live)
})

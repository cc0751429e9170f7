import { expect, test } from 'vitest'
import { staffRoles } from '#shared/staff.ts'
import { isSessionLive } from './staff-session.ts'

const at = (time: string) => Temporal.Instant.from(`2031-01-06T${time}Z`)
const times = { lastSeenAt: at('10:00'), expiresAt: at('20:00') }

test.each(staffRoles)('a session of %s ends at its time limit', (role) => {
  const used = { ...times, lastSeenAt: at('19:59') }
  expect(isSessionLive(role, used, at('19:59:59.999'))).toBe(true)
  expect(isSessionLive(role, used, at('20:00'))).toBe(false)
})

test('owners and finance are signed out after 30 idle minutes, and other roles are not', () => {
  const live = (time: string) => staffRoles.filter((role) => isSessionLive(role, times, at(time)))
  expect(live('10:29:59.999')).toEqual([...staffRoles])
  expect(live('10:30')).toEqual(['operations', 'support', 'marketing', 'read-only'])
})

import { expect, test } from 'vitest'
import {
  absoluteLimit,
  checkSession,
  identityClaims,
  isTouchDue,
  sameUser,
  sessionStatus,
} from './session.ts'

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

test('a session in daily use ends after 180 days', () => {
  const now = Temporal.Instant.from('2027-05-19T10:00:00Z')
  const busy = { ...session, lastSeenAt: now.subtract({ minutes: 1 }) }
  expect(sessionStatus(busy, now)).toBe('expired')
  expect(sessionStatus(busy, now.subtract({ milliseconds: 1 }))).toBe('live')
})

test('a revoked session ends at once', () => {
  expect(sessionStatus({ ...session, revokedAt: opened }, opened)).toBe('revoked')
})

test('the last use of a session is written at most every ten minutes', () => {
  expect(isTouchDue(opened, opened.add({ minutes: 9, seconds: 59 }))).toBe(false)
  expect(isTouchDue(opened, opened.add({ minutes: 10 }))).toBe(true)
})

const mara = { email: 'mara@example.com', uuid: 'uuid-of-mara' }
const tom = { email: 'tom@example.com', uuid: 'uuid-of-tom' }

test.each([
  ['no cookie, a supplied token: accept', null, mara, 'accepted'],
  ['no cookie, nothing supplied: nobody is signed in', null, null, 'signed-out'],
  ['a cookie, nothing supplied', mara, null, 'mismatch'],
  ['a cookie of another user', mara, tom, 'mismatch'],
  ['the same user', mara, { ...mara }, 'accepted'],
] as const)('spec §4: %s', (_rule, inCookie, supplied, expected) => {
  expect(checkSession(inCookie, supplied)).toBe(expected)
})

test.each([
  ['the same uuid under a new e-mail', { ...mara, email: 'mara@new.example' }, true],
  ['the same e-mail in another case, untrimmed', { email: ' MARA@Example.com ', uuid: 'another' }, true],
  ['another uuid and e-mail', tom, false],
  ['no uuid on one side', { email: 'mara@example.com', uuid: null }, true],
  ['nothing in common but what is missing', { email: null, uuid: 'another' }, false],
])('%s', (_case, other, expected) => {
  expect(sameUser(mara, other)).toBe(expected)
  expect(sameUser(other, mara)).toBe(expected)
})

test('two tokens without an e-mail are not the same user', () => {
  expect(sameUser({ email: null, uuid: 'a' }, { email: null, uuid: 'b' })).toBe(false)
})

test.each([
  [
    { email: 'a@b.example', uuid: 'u' },
    { email: 'a@b.example', uuid: 'u' },
  ],
  [
    { username: 'a@b.example', sub: 'u' },
    { email: 'a@b.example', uuid: 'u' },
  ],
  [{ sub: 'u' }, { email: null, uuid: 'u' }],
  [{ email: '  ', sub: 7 }, null],
  [{}, null],
])('spec §3, claims of %j', (payload, expected) => {
  expect(identityClaims(payload)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { checkSession, identityClaims, sameUser } from './session-check.ts'

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

test('two tokens without an e-mail are not the same user for that', () => {
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

import { expect, test } from 'vitest'
import { isFreshProof, proofMethods } from './proof.ts'

const proved = Temporal.Instant.from('2026-11-20T10:00:00Z')

test.each([
  ['at once', '2026-11-20T10:00:00Z', true],
  ['after ten minutes', '2026-11-20T10:10:00Z', true],
  ['a millisecond later', '2026-11-20T10:10:00.001Z', false],
])('a proof %s: %s counts %s', (_name, now, counts) => {
  expect(isFreshProof(proved, Temporal.Instant.from(now))).toBe(counts)
})

test('a session without a proof is not proved', () => {
  expect(isFreshProof(null, proved)).toBe(false)
})

test('a code is mailed only to accounts without a password', () => {
  expect(proofMethods({ hasPassword: true, hasPasskey: false })).toEqual(['password'])
  expect(proofMethods({ hasPassword: true, hasPasskey: true })).toEqual(['password', 'passkey'])
  expect(proofMethods({ hasPassword: false, hasPasskey: true })).toEqual(['code', 'passkey'])
})

import { expect, test } from 'vitest'
import { endOfReplaced, isKeyLive, isKeyTouchDue, keyIn, keyPrefix, keyText } from './api-key.ts'

const at = (text: string) => Temporal.Instant.from(`2031-01-${text}Z`)
const token = 'AbC-_'.padEnd(43, 'x')

test('a key begins with the shop’s name and live or test, and only its first characters are shown', () => {
  const key = keyText('loam', true, token)
  expect(key).toBe(`loam_live_${token}`)
  expect(keyPrefix(key)).toBe('loam_live_AbC-_x')
  expect(keyText('loam', false, token)).toBe(`loam_test_${token}`)
})

test.each([
  [`Bearer loam_live_${token}`, `loam_live_${token}`],
  [`bearer loam_test_${token} `, `loam_test_${token}`],
  [`Basic loam_live_${token}`, null],
  [`Bearer loam_live_${token}x`, null],
  [`Bearer loam_live_${token.slice(1)}`, null],
  [`Bearer loam_none_${token}`, null],
  [`Bearer loam_live_${token}, loam_live_${token}`, null],
  ['', null],
  [undefined, null],
])('%s', (header, key) => {
  expect(keyIn(header)).toBe(key)
})

test('a key ends at its exact end, and when revoked', () => {
  const key = { expiresAt: at('10T10:00:00'), revokedAt: null }
  expect(isKeyLive(key, at('10T09:59:59'))).toBe(true)
  expect(isKeyLive(key, at('10T10:00:00'))).toBe(false)
  expect(isKeyLive({ ...key, revokedAt: at('01T00:00:00') }, at('02T00:00:00'))).toBe(false)
})

test('the last use of a key is written again after five minutes', () => {
  expect(isKeyTouchDue({ lastUsedAt: null }, at('10T10:00:00'))).toBe(true)
  expect(isKeyTouchDue({ lastUsedAt: at('10T10:00:00') }, at('10T10:04:59'))).toBe(false)
  expect(isKeyTouchDue({ lastUsedAt: at('10T10:00:00') }, at('10T10:05:00'))).toBe(true)
})

test('a replaced key ends after a week, and never later than before', () => {
  expect(endOfReplaced({ expiresAt: at('30T00:00:00') }, at('10T00:00:00'))).toEqual(at('17T00:00:00'))
  expect(endOfReplaced({ expiresAt: at('12T00:00:00') }, at('10T00:00:00'))).toEqual(at('12T00:00:00'))
})

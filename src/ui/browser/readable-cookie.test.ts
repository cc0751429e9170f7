import { expect, test } from 'vitest'
import { readableCookie } from './readable-cookie.ts'

test('a cookie is found by its full name, the first one is used, and its value is decoded', () => {
  const cookies = 'loam_consents=x; loam_consent=a%3D1; other; loam_consent=b; empty='
  expect(readableCookie(cookies, 'loam_consent')).toBe('a=1')
  expect(readableCookie(cookies, 'empty')).toBe('')
  expect(readableCookie(cookies, 'consent')).toBeUndefined()
  expect(readableCookie('', 'loam_consent')).toBeUndefined()
})

test('a cookie of another site with any name or value breaks no page', () => {
  expect(readableCookie('loam_consent=%E0%A4%A', 'loam_consent')).toBe('%E0%A4%A')
  expect(readableCookie('__proto__=1; toString=2', 'constructor')).toBeUndefined()
})

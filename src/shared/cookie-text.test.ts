import { expect, test } from 'vitest'
import { cookieIn } from './cookie-text.ts'

test.each([
  ['by its whole name', 'ab', '2'],
  ['decoded', 'edge', '{"a":"b"}'],
  ['as it stands where it cannot be decoded', 'broken', '100%'],
  ['empty', 'none', ''],
  ['not at all', 'other', undefined],
])('a cookie is read %s', (_how, name, value) => {
  const cookies = 'a=1; ab=2;edge=%7B%22a%22%3A%22b%22%7D; none=; broken=100%'
  expect(cookieIn(cookies, name)).toBe(value)
})

import { expect, test } from 'vitest'
import { deskReturnPath } from './desk-return-path.ts'

test.each(['/desk', '/desk/orders?state=to-ship&country=US', '/desk/orders/LA5H0P3RMW'])(
  '%s is a desk path',
  (path) => {
    expect(deskReturnPath(path)).toBe(path)
  },
)

test.each([
  null,
  '',
  'https://example.com/desk',
  '//example.com/desk',
  '/deskx',
  '/desk\\@example.com',
  '/account',
  '/desk/\nx',
  'javascript:alert(1)',
])('%s is not a desk path', (path) => {
  expect(deskReturnPath(path)).toBe('/desk')
})

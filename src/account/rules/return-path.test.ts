import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { memberHome, pageReturnPath, safeReturnPath } from './return-path.ts'

test.each([
  '/account/orders',
  '/checkout?step=2#card',
  '/cart?cart=syn-wk',
  '/account/subscriptions?next=https%3A%2F%2Fevil.example',
  '/login-help',
])('the path %s is kept', (path) => {
  expect(safeReturnPath(path)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'account/orders',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  ' /account/orders',
  '/.//evil.example',
  '/account/..//evil.example',
  '/account/../login',
  'javascript:alert(1)',
  '/\u0000',
  `/${'a'.repeat(2000)}`,
  '/login',
  '/login?return_to=/login',
  '/sign-out',
  '/api/auth/logout',
])('the path %j is replaced by the home page', (path) => {
  expect(safeReturnPath(path)).toBe(memberHome)
})

test('no return path leads a browser out of the shop', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '\t',
    '\n',
    'https:',
    'evil.example',
    '%2f',
  )
  assertProperty(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (wanted) => {
        const url = new URL(safeReturnPath(wanted), 'https://shop.example/login')
        return url.origin === 'https://shop.example'
      },
    ),
    { numRuns: 5000 },
  )
})

test.each(['/login', '/login?return_to=/checkout', '/signup', '/recover', '/science'])(
  'a form of every page leads back to %s',
  (path) => {
    expect(pageReturnPath(path, '/consent')).toBe(path)
  },
)

test.each([
  '/login/../..//evil.example',
  '/login?\n//evil.example',
  '//login',
  '/loginx\\',
  '/set-password?token=x',
  '/sign-out',
])('a form of every page does not lead to %j', (path) => {
  expect(pageReturnPath(path, '/consent')).toBe('/consent')
})

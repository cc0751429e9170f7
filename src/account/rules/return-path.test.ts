import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { memberHome, safeReturnPath } from './return-path.ts'

test.each([
  '/account/orders',
  '/checkout?step=2#card',
  '/cart?cart=syn-wk',
  '/account/subscriptions?next=https%3A%2F%2Fevil.example',
  '/login-help',
])('%s stays', (path) => {
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
])('%j leads home', (path) => {
  expect(safeReturnPath(path)).toBe(memberHome)
})

test('no text leads a browser out of the shop', () => {
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

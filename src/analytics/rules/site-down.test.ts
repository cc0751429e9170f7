import { expect, test } from 'vitest'
import { withoutKeys } from './site-down.ts'

test.each([
  ['/', '/'],
  ['/is-ds01-right-for-you', '/is-ds01-right-for-you'],
  ['/cultured/why-soil-has-layers', '/cultured/why-soil-has-layers'],
  ['/account/orders/L81GY0PND4/invoice', '/account/orders/…/invoice'],
  ['/account/subscriptions/01a1bbf6-f688-78b6-8a27-4b8d14c3a57c/skip', '/account/subscriptions/…/skip'],
  ['/magic-link/Zb3kq8YwR2mC', '/magic-link/…'],
])('%s is kept as %s', (path, expected) => {
  expect(withoutKeys(path)).toBe(expected)
})

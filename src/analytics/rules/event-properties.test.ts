import { expect, expectTypeOf, test } from 'vitest'
import { plannedProperties } from './event-properties.ts'
import type { BrowserEvent, EventProperties } from './tracking-plan.ts'

const hash = 'a'.repeat(64)

test.each([
  ['a price of the wire', 'Product Added', { sku: 'syn-wk', price: '12.4975' }, { sku: 'syn-wk', price: 12.5, currency: 'USD' }],
  ['what binary fractions make of money', 'Product Added', { price: 1.005, value: 8.115 }, { price: 1.01, value: 8.12, currency: 'USD' }],
  ['a currency of its own', 'Order Refunded', { currency: 'EUR', value: 3 }, { currency: 'EUR', value: 3 }],
  ['no currency that is none', 'Order Refunded', { currency: 'Euro' }, { currency: 'USD' }],
  ['a path without its query', 'Logout', { path: '/account?email=mara#top' }, { path: '/account' }],
  ['a path without keys', 'Logout', { path: '/magic-link/Ab3xY9' }, { path: '/magic-link/…' }],
  ['no path of another host', 'Logout', { path: '//evil.example/' }, {}],
  ['nothing unknown', 'Logout', { path: '/', password: 'x', __proto__: { path: '/x' } }, { path: '/' }],
  ['nothing of another kind', 'Product Viewed', { sku: 7, name: '', quantity: 1.5, price: Infinity }, { currency: 'USD' }],
  ['long text cut', 'Coupon Denied', { reason: 'x'.repeat(900) }, { reason: 'x'.repeat(200), currency: 'USD' }],
  ['long text cut between two letters', 'Coupon Denied', { reason: `${'x'.repeat(199)}🫙` }, { reason: 'x'.repeat(199), currency: 'USD' }],
  ['lines with a code only', 'Product List Viewed', { products: [{ sku: 'vs-wk', price: '39.99', colour: 'red' }, { name: 'x' }, 3] }, { products: [{ sku: 'vs-wk', price: 39.99 }] }],
  ['an e-mail, lower case', 'Email Submitted', { email: ' Mara@Example.com ' }, { email: 'mara@example.com' }],
  ['hashes that are hashes', 'Email Submitted', { hashed_email: hash, hashed_account_info: { city: hash, zip: 'Portland', shoe: hash } }, { hashed_email: hash, hashed_account_info: { city: hash } }],
] as const)('%s is kept', (_what, name, given, expected) => {
  expect(plannedProperties(name, given)).toEqual(expected)
}) // prettier-ignore

test('an event outside the tracking plan is not reported', () => {
  expect(plannedProperties('Quiz Answered', { answer: 'often' })).toBeNull()
  expect(plannedProperties('toString', {})).toBeNull()
})

test('the types of events and properties follow the tracking plan', () => {
  expectTypeOf<EventProperties<'Logout'>>().toEqualTypeOf<{ readonly path?: string }>()
  expectTypeOf<'Order Refunded'>().not.toExtend<BrowserEvent>()
  expectTypeOf<'Order Completed'>().toExtend<BrowserEvent>()
})

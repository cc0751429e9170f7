import { expect, test } from 'vitest'
import { leftInCart } from './left-in-cart.ts'

test.each([
  ['nothing was added', { a: 2 }, { a: 2 }, {}],
  ['another plan was added', { a: 2, b: 1 }, { a: 2 }, { b: 1 }],
  ['one more of the same was added', { a: 3 }, { a: 2 }, { a: 1 }],
  ['something was taken out', { a: 1 }, { a: 2, b: 1 }, {}],
  ['a name of every object was added', { toString: 1 }, { a: 1 }, { toString: 1 }],
])('%s', (_what, now, bought, left) => {
  expect(leftInCart(now, bought)).toEqual(left)
})

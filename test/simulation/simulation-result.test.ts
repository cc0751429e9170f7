import { expect, test } from 'vitest'
import { resultOf } from './simulation-result.ts'

const good = { seed: 7, log: ['buys'], broken: [], hash: 'a', counts: { orders: 2 } }

test('the result of a life is what its process sent', () => {
  expect(resultOf(7, good)).toEqual(good)
})

test.each([
  ['a sum of nothing', { ...good, counts: { orders: null } }],
  ['the result of another life', { ...good, seed: 8 }],
  ['something else', 'ready'],
])('%s is a broken life, and never one that did not happen', (_, message) => {
  expect(resultOf(7, message)).toMatchObject({ seed: 7, broken: [expect.stringContaining('its ')] })
})

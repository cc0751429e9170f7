import { expect, test } from 'vitest'
import { resultOf } from './simulation-result.ts'

const good = { seed: 7, log: ['buys'], broken: [], hash: 'a', counts: { orders: 2 } }

test('the result of a simulation is what its process sent', () => {
  expect(resultOf(7, good)).toEqual(good)
})

test.each([
  ['a result with a null count', { ...good, counts: { orders: null } }],
  ['the result of another simulation', { ...good, seed: 8 }],
  ['something else', 'ready'],
])('%s counts as a failed simulation, and never as one that did not run', (_, message) => {
  expect(resultOf(7, message)).toMatchObject({ seed: 7, broken: [expect.stringContaining('its ')] })
})

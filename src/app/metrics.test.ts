import { expect, test } from 'vitest'
import { mayReadMetrics } from './metrics.ts'

const token = 'a token of sixteen or more'

test('a shop of this machine shows its figures, one that others reach does not', () => {
  expect(mayReadMetrics(undefined, null, 'http://localhost:3000', true)).toBe(true)
  expect(mayReadMetrics(undefined, null, 'http://localhost:3000', false)).toBe(false)
  expect(mayReadMetrics(undefined, null, 'https://shop.example', true)).toBe(false)
})

test('with a token only its holder may look, on this machine too', () => {
  expect(mayReadMetrics(`Bearer ${token}`, token, 'https://shop.example', false)).toBe(true)
  for (const given of [undefined, '', token, `Bearer ${token}x`, 'Bearer a token of sixteen or mora'])
    expect(mayReadMetrics(given, token, 'http://localhost:3000', true)).toBe(false)
})

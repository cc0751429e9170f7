import { expect, test } from 'vitest'
import { chosenCoding } from './compression.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0', null],
  ['GZIP', 'gzip'],
  ['x-gzip', null],
])('a request with %s is answered in %s', (accepted, coding) => {
  expect(chosenCoding(accepted)).toBe(coding)
})

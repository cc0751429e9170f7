import { expect, test } from 'vitest'
import { mayChangeSession } from './fetch-site.ts'

test.each([
  ['same-origin', 'document', true],
  ['same-origin', 'empty', true],
  ['none', 'document', true],
  [undefined, undefined, true],
  ['cross-site', 'document', false],
  ['same-site', 'document', false],
  ['same-origin', 'image', false],
  ['none', 'iframe', false],
  ['cross-site', 'image', false],
])('ruling 18: a GET from %s for a %s', (site, dest, expected) => {
  expect(mayChangeSession({ site, dest })).toBe(expected)
})

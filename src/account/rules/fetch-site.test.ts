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

test('a page fetched by a service worker changes nothing, because the worker always reports same-origin', () => {
  expect(mayChangeSession({ site: 'same-origin', dest: 'empty', mode: 'navigate' })).toBe(false)
  expect(mayChangeSession({ site: 'same-origin', dest: 'empty', mode: 'cors' })).toBe(true)
  expect(mayChangeSession({ site: 'none', dest: 'document', mode: 'navigate' })).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../test/support/property.ts'
import { unreadableText } from './unreadable-text.ts'

test.each([
  ['a\0b', []],
  [{ name: '\ud83d' }, ['name']],
  [{ draft: { zip: 'x', city: ['y', '\udc00'] } }, ['draft', 'city', '1']],
  [{ draft: { 'a\0': '' } }, ['draft']],
])('%j is found at %j', (value, path) => {
  expect(unreadableText(value)).toEqual(path)
})

test('whatever JSON of well-formed text without null characters holds is readable', () => {
  const json = fc
    .jsonValue({ stringUnit: 'grapheme' })
    .filter((value) => !JSON.stringify(value).includes(String.raw`\u0000`))
  assertProperty(fc.property(json, (value) => unreadableText(value) === null))
})

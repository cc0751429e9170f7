import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../test/support/property.ts'
import { cutText, unreadableText } from './plain-text.ts'

test('short text is unchanged, and a character of two code units is kept whole or left out', () => {
  expect(cutText('jar', 3)).toBe('jar')
  expect(cutText('jars', 3)).toBe('jar')
  expect(cutText('ab🫙', 4)).toBe('ab🫙')
  expect(cutText('ab🫙', 3)).toBe('ab')
})

test('cut text is valid text of the maximum length', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(40), (text, most) => {
      const cut = cutText(text, most)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1)
    }),
  )
})

test.each([
  ['a\0b', []],
  [{ name: '\ud83d' }, ['name']],
  [{ draft: { zip: 'x', city: ['y', '\udc00'] } }, ['draft', 'city', '1']],
  [{ draft: { 'a\0': '' } }, ['draft']],
])('in %j the unreadable text is found at %j', (value, path) => {
  expect(unreadableText(value)).toEqual(path)
})

test('any JSON of well-formed text without null characters is readable', () => {
  const json = fc
    .jsonValue({ stringUnit: 'grapheme' })
    .filter((value) => !JSON.stringify(value).includes(String.raw`\u0000`))
  assertProperty(fc.property(json, (value) => unreadableText(value) === null))
})
